import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JudgedExchange, OperationId, Outcome, Statuses } from '../../schemas/types.ts';
import { ledgerEntriesOf, recordableFor } from '../../targets/ledger/entries.ts';
import { isOf } from '../../targets/ledger/entry.ts';
import { readLedger } from '../../targets/ledger.ts';
import { ledgerOf, origin } from './ledger-of.ts';
import { folderWith } from './target-folder.ts';

function judged(
  operation: OperationId,
  outcome: Outcome,
  sent: JsonObject,
  answer?: JsonObject,
  reason = 'timeout',
): JudgedExchange {
  const received =
    answer === undefined
      ? { kind: 'none', reason, detail: '', durationMs: 1 }
      : {
          kind: 'answer',
          status: 200,
          headers: {},
          body: Buffer.from(JSON.stringify(answer)),
          durationMs: 1,
        };
  return {
    exchange: { id: 'e1', operation, sent: { value: sent }, received },
    judgement: { outcome, ...(answer === undefined ? {} : { answer }) },
  } as unknown as JudgedExchange;
}

const keepable = recordableFor(['KEY-1-of-the-target', 'Bearer abcdef-42', '4111111111111111']);
const entriesOf = (one: JudgedExchange) => ledgerEntriesOf(one, keepable);
const payment = { order_no: 'o1', amount: '5.00', currency: 'USD', card: '4111111111111111' };

describe('ledgerEntriesOf', () => {
  test('writes down the money of a payout in its own names', () => {
    const payout = { payment_amount: '700', payment_currency: 'EUR' };
    expect(entriesOf(judged('payout', 'accepted', payout, {}))).toMatchObject([
      { operation: 'payout', amount: '700', currency: 'EUR', undo: [] },
    ]);
  });
  test('writes down an accepted payment and what could undo it', () => {
    const entries = entriesOf(
      judged('direct-payment', 'accepted', payment, {
        respon: { order_no: 'o1', transaction_id: 'T1', amount: '99.00', currency: 'KWD' },
      }),
    );
    expect(entries).toEqual([
      {
        order_no: 'o1',
        transaction_id: 'T1',
        amount: '5.00',
        currency: 'USD',
        operation: 'direct-payment',
        certain: true,
        undo: ['cancel', 'refund'],
        exchange: 'e1',
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('4111');
  });
  test('keeps the account that was sent, and none that is not text', () => {
    const accountOf = (account_id: string | number) =>
      entriesOf(judged('direct-payment', 'accepted', { ...payment, account_id }, {}))[0]?.account_id;
    expect([accountOf('A2'), accountOf(2)]).toEqual(['A2', undefined]);
  });
  test('takes an empty transaction_id for none', () => {
    const respon = { order_no: 'o1', transaction_id: '' };
    const [entry] = entriesOf(judged('direct-payment', 'accepted', payment, { respon }));
    expect(entry).not.toHaveProperty('transaction_id');
    expect(entry).toMatchObject({ undo: ['cancel', 'refund'] });
  });
  test('adds the subscription that a payment started', () => {
    const answer = {
      respon: { order_no: 'o1', transaction_id: 'T1', recurring_id: 'R1', contract_name: 'c' },
    };
    const subscribing = { ...payment, subscription: { contract_name: 'c' } };
    expect(entriesOf(judged('direct-payment', 'accepted', subscribing, answer))).toMatchObject([
      { recurring_id: 'R1', contract_name: 'c', undo: ['cancel', 'refund', 'cancel-subscription'] },
    ]);
  });
  test.each([
    ['no subscription was asked for', payment, { contract_name: 'c' }],
    ['the contract is another', { ...payment, subscription: { contract_name: 'c' } }, { contract_name: 'd' }],
    ['no contract was named', { ...payment, subscription: {} }, {}],
    [
      'its id is a card',
      { ...payment, subscription: { contract_name: 'c' } },
      { recurring_id: payment.card },
    ],
    ['its id is empty', { ...payment, subscription: { contract_name: 'c' } }, { recurring_id: '' }],
  ])('leaves a subscription alone when %s', (_, sent, answer) => {
    const respon = { order_no: 'o1', transaction_id: 'T1', recurring_id: 'R1', ...answer };
    const [entry] = entriesOf(judged('direct-payment', 'accepted', sent, { respon }));
    expect(entry).toMatchObject({ transaction_id: 'T1', undo: ['cancel', 'refund'] });
    expect(entry).not.toHaveProperty('recurring_id');
  });
  test.each([
    [{ order_no: 'VICTIM-1' }, 'the answer names another order_no than the one that was sent'],
    [{}, 'the answer does not name the order_no that was sent'],
    [{ order_no: '' }, 'the answer does not name the order_no that was sent'],
    [
      { order_no: 'o1', merchant_id: 'M2' },
      'the answer names another merchant_id than the one that was sent',
    ],
  ])('does not believe an answer with %j', (said, doubt) => {
    const respon = { transaction_id: 'VICTIM-TX', amount: '9999.00', currency: 'KWD', ...said };
    const sent = { ...payment, merchant_id: 'M' };
    expect(entriesOf(judged('direct-payment', 'accepted', sent, { respon }))).toMatchObject([
      { order_no: 'o1', amount: '5.00', currency: 'USD', undo: [], doubt },
    ]);
  });
  test.each([
    'KEY-1-of-the-target',
    'no KEY-1-of-the-target here',
    'key1 of the TARGET',
    'token abcdef-42',
    '4111111111111111',
    'T4111 1111 1111 1111',
    '5555555555554444',
    'x'.repeat(201),
  ])('keeps no transaction_id such as %j', (transaction_id) => {
    const respon = { order_no: 'o1', transaction_id };
    const [entry] = entriesOf(judged('direct-payment', 'accepted', payment, { respon }));
    expect(entry).toMatchObject({ order_no: 'o1', undo: [] });
    expect(entry?.doubt).toContain('transaction_id');
    expect(JSON.stringify(entry)).not.toContain(transaction_id);
  });
  test.each(['T-000017', '20260101123456', '900000000000000123', 'a1b2c3d4-0000-4000-a000-000000000000'])(
    'keeps the transaction_id %j',
    (transaction_id) => {
      const respon = { order_no: 'o1', transaction_id };
      expect(entriesOf(judged('direct-payment', 'accepted', payment, { respon }))).toMatchObject([
        { transaction_id },
      ]);
    },
  );
  test('writes down what may exist because no answer came', () => {
    expect(entriesOf(judged('direct-payment', 'none', payment))).toMatchObject([
      { order_no: 'o1', certain: false },
    ]);
    expect(entriesOf(judged('direct-payment', 'none', payment, undefined, 'unreachable'))).toEqual([]);
  });
  test('writes down each entry of a batch that succeeded, as it was sent', () => {
    const part = (refund_amount: string) => ({
      transaction_id: 'T1',
      order_no: 'o1',
      amount: '5.00',
      refund_amount,
    });
    const other = { transaction_id: 'T2', order_no: 'o2', amount: '1.00', refund_amount: '1.00' };
    const answer = {
      refund_orders: [
        { ...part('3.00'), refund_status: '1', amount: '900.00', currency: 'KWD' },
        { ...part('2.00'), refund_status: '0', refund_message: 'F:not refunded' },
        { ...other, refund_status: '0', refund_message: 'F:not refunded' },
        { transaction_id: 'VICTIM', order_no: 'o2', refund_status: '1' },
      ],
    };
    const sent = { refund_orders: [part('2.00'), part('3.00'), other] };
    const statuses = { refund: { refused: ['0'] } };
    expect(ledgerEntriesOf(judged('refund', 'accepted', sent, answer), keepable, statuses)).toEqual([
      {
        transaction_id: 'T1',
        order_no: 'o1',
        amount: '3.00',
        operation: 'refund',
        certain: true,
        undo: [],
        exchange: 'e1',
      },
      {
        operation: 'refund',
        certain: false,
        undo: [],
        exchange: 'e1',
        doubt: 'the answer reports success for 1 entry that the request did not hold',
      },
    ]);
    expect(entriesOf(judged('refund', 'none', { refund_orders: [{ transaction_id: 'T9' }] }))).toMatchObject([
      { transaction_id: 'T9', certain: false },
    ]);
  });
  test.each<[how: string, entry: JsonObject, statuses?: Statuses]>([
    ['says that it is pending', { refund_status: '2', refund_message: 'P:in process' }],
    ['says that it timed out', { refund_status: '0', refund_message: 'F:declined, issuer timed out' }],
    ['says that nobody answered', { refund_status: '0', error_message: 'failed: no response from the bank' }],
    ['says nothing of its status', { refund_status: '2' }],
    ['names no order', { transaction_id: 'T8', refund_status: '0', refund_message: 'F:not refunded' }],
    [
      'has a pending status',
      { refund_status: '2', refund_message: 'not yet' },
      { refund: { pending: ['2'] } },
    ],
  ])('writes down as uncertain what an entry leaves open that %s', (_how, said, statuses) => {
    const one = { transaction_id: 'T1', order_no: 'o1', refund_amount: '1.00' };
    const answer = { refund_orders: [{ ...one, ...said }] };
    const batch = judged('refund', 'accepted', { refund_orders: [one] }, answer);
    expect(ledgerEntriesOf(batch, keepable, statuses)).toMatchObject([
      { transaction_id: 'T1', amount: '1.00', certain: false },
    ]);
  });
  test.each<[how: string, entry: JsonObject, statuses?: Statuses]>([
    ['by its status', { refund_status: '2' }, { refund: { refused: ['2'] } }],
  ])('writes down nothing of an entry that the merchant calls refused, %s', (_how, said, statuses) => {
    const one = { transaction_id: 'T1', order_no: 'o1', refund_amount: '1.00' };
    const answer = { refund_orders: [{ ...one, ...said }] };
    const batch = judged('refund', 'accepted', { refund_orders: [one] }, answer);
    expect(ledgerEntriesOf(batch, keepable, statuses)).toEqual([]);
  });
  test('writes down a payment that is pending by its status', () => {
    const statuses = { 'direct-payment': { result_info: { pending: ['0001'] } } };
    const answer = { respon: { order_no: 'o1', transaction_id: 'T1', result_info: '0001:pending' } };
    expect(
      ledgerEntriesOf(judged('direct-payment', 'refused', payment, answer), keepable, statuses),
    ).toMatchObject([{ order_no: 'o1', certain: false }]);
  });
  test('counts an entry once that an answer reports twice', () => {
    const one = { transaction_id: 'T1', order_no: 'o1', refund_amount: '1.00' };
    const answer = { refund_orders: [1, 2].map(() => ({ ...one, refund_status: '1' })) };
    expect(entriesOf(judged('refund', 'accepted', { refund_orders: [one] }, answer))).toMatchObject([
      { transaction_id: 'T1', certain: true },
      { doubt: 'the answer reports success for 1 entry that the request did not hold' },
    ]);
  });
  test('writes down nothing that was refused or only read', () => {
    const declined = { respon: { result_info: '2001:declined' } };
    expect(entriesOf(judged('direct-payment', 'refused', payment, declined))).toEqual([]);
    expect(entriesOf(judged('query', 'accepted', {}, { orders_list: [] }))).toEqual([]);
  });
  test.each<[answer: JsonObject]>([
    [{ return_status: '0', return_message: 'request taken, it is being processed' }],
    [{ return_status: '0', return_message: 'not possible while the payment is being captured' }],
    [{ error: { code: 'E91', message: 'upstream timed out' } }],
    [{ return_status: '0', cancel_orders: [{ transaction_id: 'T1', cancel_status: '0' }] }],
    [{ return_status: '0', return_message: '' }],
  ])('counts a cancellation as perhaps done after %j', (answer) => {
    const sent = { cancel_orders: [{ transaction_id: 'T1' }] };
    expect(entriesOf(judged('cancel', 'refused', sent, answer)).map(({ certain }) => certain)).toEqual([
      false,
    ]);
  });
  test('writes down as uncertain what an answer without a result leaves open', () => {
    const certain = (operation: OperationId, sent: JsonObject, answer: JsonObject) =>
      entriesOf(judged(operation, 'refused', sent, answer)).map((entry) => entry.certain);
    expect(certain('direct-payment', payment, {})).toEqual([false]);
    expect(certain('refund', { refund_orders: [{ transaction_id: 'T1' }] }, {})).toEqual([false]);
  });
});

test.each<[secrets: string[], sent: JsonObject, text: string, kept: boolean]>([
  [[], { card: '4000056655665556' }, 'T4000/0566/5566/5556', false],
  [[], {}, 'T4000/0566/5566/5556', true],
  [['918273645'], {}, 'T-918273645', false],
  [['2026-01-01'], {}, '20260101123456', true],
])('with the secrets %j and the request %j, %j may be kept: %j', (secrets, sent, text, kept) => {
  expect(recordableFor(secrets, sent)(text)).toBe(kept);
});

test.each([
  ['its own', {}, true],
  ['another address', { baseUrl: 'http://b.invalid' }, false],
  ['another merchant', { merchant_id: 'N' }, false],
])('a line of %s is told by address and merchant', (_whose, more, expected) => {
  const target = { baseUrl: origin.baseUrl, merchant: { merchant_id: origin.merchant_id, account_id: 'A' } };
  expect(isOf({ ...origin, ...more }, target)).toBe(expected);
});

describe('openLedger', () => {
  test('keeps entries on disk in order, for the owner alone, each with its target', () => {
    const file = join(folderWith({}), 'out', 'ledger.ndjson');
    const ledger = ledgerOf(file);
    ledger.note(judged('payout', 'accepted', { payment_amount: '7' }, { transaction_id: 'P1' }));
    ledger.note(judged('query', 'accepted', {}, {}));
    ledger.note(judged('direct-payment', 'none', payment));
    expect(readLedger(file)).toMatchObject([
      {
        ledger: 2,
        baseUrl: 'http://a.invalid',
        merchant_id: 'M',
        run: 'r',
        operation: 'payout',
        amount: '7',
      },
      { ledger: 2, operation: 'direct-payment', amount: '5.00' },
    ]);
    for (const own of [file, dirname(file)]) expect(statSync(own).mode & 0o077).toBe(0);
    expect(readLedger(`${file}.none`)).toEqual([]);
  });

  test('a call that was under way when the process died may have been done', () => {
    const file = join(folderWith({}), 'ledger.ndjson');
    const batch = { transaction_id: 'T1', order_no: 'o1', refund_amount: '2.00' };
    const refund = judged('refund', 'accepted', { refund_orders: [batch, { ...batch, order_no: 'o2' }] }, {});
    const [paid, read] = [judged('direct-payment', 'accepted', payment, {}), judged('query', 'none', {})];
    const killed = ledgerOf(file);
    for (const one of [refund, paid, read]) killed.begin(one.exchange);
    killed.note(paid);
    const uncertain = { certain: false, amount: '2.00', exchange: 'e1' };
    const left = [
      { ...uncertain, order_no: 'o1' },
      { ...uncertain, order_no: 'o2' },
    ];
    expect(readLedger(file)).toMatchObject([{ operation: 'direct-payment', certain: true }, ...left]);
    // A later process gives its calls the same ids.
    const next = ledgerOf(file);
    next.begin(refund.exchange);
    next.note(judged('refund', 'refused', {}, { return_status: '0' }));
    expect(readLedger(file).slice(1)).toMatchObject(left);
  });

  test('a line that was being written when the process died is left out', () => {
    const file = join(folderWith({}), 'ledger.ndjson');
    ledgerOf(file).note(judged('direct-payment', 'none', payment));
    appendFileSync(file, readFileSync(file, 'utf8').slice(0, 20));
    expect(readLedger(file)).toHaveLength(1);
    ledgerOf(file).note(judged('direct-payment', 'none', payment));
    expect(readLedger(file)).toHaveLength(2);
  });

  test('a last line that lacks its end alone is read', () => {
    const file = join(folderWith({}), 'ledger.ndjson');
    ledgerOf(file).note(judged('direct-payment', 'none', payment));
    appendFileSync(file, readFileSync(file, 'utf8').trimEnd());
    expect(readLedger(file)).toHaveLength(2);
    ledgerOf(file).note(judged('direct-payment', 'none', payment));
    expect(readLedger(file)).toHaveLength(3);
  });

  const line = JSON.stringify({ ...origin, operation: 'payout', certain: true, undo: [], exchange: 'e' });
  test.each([
    ['{"operation":"direct-payment","certain":true}', 'does not say which target it is of'],
    [line.replace('"r"', '["r"]'), 'does not say which target it is of'],
    [line.replace('payout', 'toString'), 'does not say what was created'],
    [line.replace('"undo":[]', '"undo":"cancel"'), 'does not say what was created'],
    [line.replace('{', '{"order_no":5,'), 'does not say what was created'],
    [line.replace('{', '{"begins":[{"undo":0}],'), 'does not say what was created'],
    ['null', 'cannot be read'],
    ['no JSON', 'cannot be read'],
  ])('refuses the line %j', (text, why) => {
    const file = join(folderWith({}), 'ledger.ndjson');
    appendFileSync(file, `${text}\n`);
    expect(() => readLedger(file)).toThrow(`line 1 ${why}`);
  });
});
