import { describe, expect, test } from 'vitest';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { operationOf, operationsOf } from '../../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { changed, type Place } from '../corpus/edit.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

type Id = Exclude<DocumentedOperationId, 'redirect-payment' | 'query' | 'refund-search'>;

/** Values that a service cannot read as the text that the document asks for. */
const unreadable: readonly (readonly [kind: string, sent: JsonValue | undefined])[] = [
  ['a control character', 'C-\u00012001'],
  ['NUL', 'C-2001\u0000'],
  ['DEL', 'C-\u007f2001'],
  ['a control character of Latin-1', 'C-\u00852001'],
  ['half a character', 'C-2001\ud83d'],
  ['U+FFFE', '\ufffeC-2001'],
  ['1,001 letters', 'C'.repeat(1001)],
  ['a number', 2001],
  ['true', true],
  ['null', null],
  ['an object', { value: 'C-2001' }],
  ['a list', ['C-2001']],
  ['nothing', undefined],
  ['an empty text', ''],
  ['a blank', ' '],
];

const unfit =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what services replace.
  /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udfff]/gu;
/** What services make of such a value. */
const replies: readonly (readonly [
  made: string,
  of: (sent: JsonValue | undefined) => JsonValue | undefined,
])[] = [
  ['repeated', (sent) => sent],
  ['stripped', (sent) => String(sent ?? '').replaceAll(unfit, '')],
  ['with ?', (sent) => String(sent ?? '').replaceAll(unfit, '?')],
  ['with U+FFFD', (sent) => String(sent ?? '').replaceAll(unfit, '\ufffd')],
  ['cut', (sent) => String(sent ?? '').slice(0, 3)],
  ['empty', () => ''],
  ['null', () => null],
  ['absent', () => undefined],
];

const batches = operationsOf('batch') as readonly Id[];
/** Members that an answer repeats, by operation. */
const places: readonly (readonly [id: Id, place: Place])[] = [
  ...batches.flatMap((id): (readonly [Id, Place])[] =>
    ['order_no', 'transaction_id', 'amount', 'currency'].map((name) => [id, [`${id}_orders`, 1, name]]),
  ),
  ...batches.map((id) => [id, ['account_id']] as const),
  ...['merchant_id', 'order_no', 'currency'].map((name) => ['apm-payment', [name]] as const),
  ...['account_id', 'order_no', 'note'].map((name) => ['direct-payment', [name]] as const),
  ...['recurring_id', 'contract_name', 'merchant_id'].map((name) => ['cancel-subscription', [name]] as const),
  ...['request_id', 'payment_currency', 'notify_url', 'reference'].map((name) => ['payout', [name]] as const),
];

function found(id: Id, request: JsonValue, answer: JsonValue): readonly string[] {
  const isXml = operationOf(id).answers === 'xml';
  const value = JSON.parse(JSON.stringify(answer).toWellFormed()) as JsonObject;
  const body = isXml ? encodeXml(value, { root: 'respon' }) : value;
  return findingsOf(exchangeOf(id, request, body, { sent: { intent: 'odd' } }));
}

/** The entry that a place is in was refused. */
function refused(id: Id, answer: JsonValue): JsonValue {
  const { batch } = operationOf(id);
  if (batch === undefined) return answer;
  const no = batch.message === 'refund_message' ? 'E0404:unknown order' : 'unknown order';
  return changed(answer, [batch.field, 1], (entry) => ({
    ...(entry as JsonObject),
    [batch.status]: '0',
    [batch.message]: no,
  }));
}

describe.each(unreadable)('%s that was sent', (_kind, sent) => {
  test.each(replies)('may come back %s', (_made, of) => {
    for (const [id, place] of places) {
      const request = changed(requests[id], place, () => sent);
      const answer = changed(answers[id], place, () => of(sent));
      const isPlace = (finding: string) => finding.includes(String(place.at(-1)));
      expect(found(id, request, refused(id, answer)).filter(isPlace), `${id} ${place.join('.')}`).toEqual([]);
      // A succeeded entry has the sum that was moved, although the request left it out.
      if (typeof sent === 'string' && sent.trim() === '') continue;
      expect(found(id, request, answer).filter(isPlace), `${id} ${place.join('.')}`).toEqual([]);
    }
  });
});

test.each(['a\tb', 'a\nb', 'a\r\nb'])('a key with %j may blank both keys of its refused entry', (sent) => {
  for (const id of batches)
    for (const name of ['order_no', 'transaction_id']) {
      const request = changed(requests[id], [`${id}_orders`, 1, name], () => sent);
      const blanked = changed(refused(id, answers[id]), [`${id}_orders`, 1], (entry) => ({
        ...(entry as JsonObject),
        order_no: '',
        transaction_id: '',
      }));
      expect(found(id, request, blanked)).toEqual([]);
    }
});

/** Texts that a service can read: an altered or lost key for them is a deviation. */
const readable = ['order 🎁', '订单一', '<b>&amp;</b>', 'x'.repeat(300), ' padded '];

describe.each(readable)('a key with %j', (sent) => {
  const keys = ['order_no', 'transaction_id'] as const;
  test.each(batches.flatMap((id) => keys.map((name) => [id, name] as const)))(
    'is repeated by a refused entry of a %s as %s',
    (id, name) => {
      const place = [`${id}_orders`, 1, name];
      const request = changed(requests[id], place, () => sent);
      const answered = (value: JsonValue | undefined) =>
        found(
          id,
          request,
          refused(
            id,
            changed(answers[id], place, () => value),
          ),
        );
      expect(answered(sent)).toEqual([]);
      expect(answered(sent.trim())).toEqual([]);
      for (const nothing of ['', null, undefined])
        expect(answered(nothing)).toEqual([`fail 2.9/${name}/present ${id}_orders[1].${name}`]);
      expect(answered(`${sent.trim()}?`)).toContainEqual(
        expect.stringContaining(`fail 2.9/${name}/identity`),
      );
    },
  );
});

describe('a refusal', () => {
  const reason = { message: 'beneficiary is blocked', code: 'E17' };
  const nested = { transaction_id: 't', status: 'COMPLETED', returnStatus: '1', amount: 7 };

  test.each<JsonObject>([
    { trace: nested },
    { meta: { log: nested } },
    { details: [nested] },
    { transactionId: 't' },
    { failure_type: null, beneficiary: {}, created_at: '', labels: [] },
    { merchantId: 1, statuss: 'x' },
  ])('stays one whatever it holds: %j', (more) => {
    for (const id of ['payout', 'cancel-subscription', 'capture', 'refund', 'query'] as const)
      expect(findingsOf(exchangeOf(id, requests[id], { ...reason, ...more })), id).toEqual([]);
  });

  test.each(['query', 'refund-search'] as const)('of a %s may have an empty object for its list', (id) => {
    const list = operationOf(id).lists?.field ?? '';
    for (const nothing of [{}, [], null, '']) {
      const answer = { return_status: '5', return_message: 'address is not registered', [list]: nothing };
      expect(findingsOf(exchangeOf(id, requests[id], answer))).toEqual([]);
    }
  });

  test('of a payout owes nothing of its result', () => {
    const { short_reference_id: _, ...answer } = answers.payout;
    const failed = { ...answer, status: 'FAILED', failure_reason: 'no funds', failure_type: 'BALANCE' };
    expect(
      findingsOf(exchangeOf('payout', requests.payout, { ...failed, fee_amount: '-', created_at: 5 })),
    ).toEqual([]);
  });

  test('of one order says nothing about its amounts', () => {
    const answer = changed(refused('refund', answers.refund), ['refund_orders', 1], (entry) => ({
      ...(entry as JsonObject),
      ...{
        amount: 7,
        currency: null,
        refund_amount: 'x',
        refund_reference_id: 'x',
        curency: 'EUR',
        more: { a: 1 },
      },
    }));
    expect(findingsOf(exchangeOf('refund', requests.refund, answer as JsonObject))).toEqual([]);
  });
});
