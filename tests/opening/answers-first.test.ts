import { describe, expect, test } from 'vitest';
import { allOf } from '../../mock/behaviour.ts';
import { readsAsResult } from '../../opening/causes/answers.ts';
import { type Opened, openRun } from '../../opening/open-run.ts';
import { judge } from '../../schemas/judge.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { answer, judged } from '../reports/hand-made.ts';
import {
  changedService,
  layouts,
  malformations,
  only,
  openedWith,
  rewriting,
  trustsAnybody,
} from './changed-answers.ts';

const operations = documentedOperations.map(({ id, answers }) => ({ id, answers }));

/** What became of an operation: its step, and the clauses that fail in its allowed requests. */
function seenOf({ report, exchanges }: Opened, operation: DocumentedOperationId) {
  const step = report.steps.find((one) => one.operation === operation);
  const own = exchanges.filter(
    ({ exchange }) => exchange.operation === operation && exchange.sent.intent === 'valid',
  );
  const failed = own.flatMap(({ judgement }) =>
    judgement.findings.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause),
  );
  return { step, failed: [...new Set(failed)], stopped: report.stopped };
}

describe('an answer that is not well formed', () => {
  const all = operations
    .filter(({ answers }) => answers !== 'html')
    .flatMap(({ id, answers }) =>
      Object.entries(malformations)
        // Text between elements is a matter of style.
        .filter(([name]) => answers === 'json' || name !== 'with a comma before its end')
        .map(([name, change]) => [id, answers, name, change] as const),
    );

  test.each(all)('keeps its failure, and is the cause: %s (%s) %s', async (id, medium, _name, change) => {
    const broken = only(id, rewriting(change));
    const { step, failed } = seenOf(await openedWith(allOf(trustsAnybody, broken), id), id);
    expect(step).toMatchObject({ state: 'not-accepted', cause: { kind: 'malformed' } });
    expect(step?.cause?.key).toBeUndefined();
    expect(step?.cause?.says).toMatch(/^the answers are not well formed/);
    expect(failed.join()).toMatch(new RegExp(`^1\\.4/${medium}/(?:well-formed|utf-8)$`));
  });

  test.each(['query', 'payout', 'direct-payment'] as const)(
    'is the cause where every answer of a service that looks at signatures is one: %s',
    async (id) => {
      const cut = malformations['without its last character'];
      if (cut === undefined) throw new Error('there is no such malformation');
      const { step, failed, stopped } = seenOf(await openedWith(rewriting(cut), id), id);
      expect(step?.cause?.kind).toBe('malformed');
      expect(stopped?.kind).toBe('malformed');
      expect(failed).toHaveLength(1);
    },
  );
});

describe('a success in a layout that the document does not show', () => {
  const all = operations.flatMap(({ id }) =>
    Object.entries(layouts).map(([name, change]) => [id, name, change] as const),
  );
  const isPayment = (id: string) => id.endsWith('-payment');
  // A code other than that of success is a mark of refusal, whatever is listed later.
  const isMarked = (id: string, name: string) =>
    id === 'direct-payment' && name === 'with its status in other words';
  const shownLater = all.filter(([id, name]) => isPayment(id) && !isMarked(id, name));

  test.each(shownLater)(
    'is judged as the result once a query lists the order: %s %s',
    async (id, name, change) => {
      const { step, failed } = seenOf(await openedWith(only(id, change), id), id);
      if (step?.state === 'accepted') expect(step.cause).toBeUndefined();
      else
        expect(step?.cause).toMatchObject({
          kind: 'layout',
          comparedWith: 'a later call: it shows that the order was taken',
        });
      // An APM payment is accepted by its issuer_url alone, whatever else it says.
      expect(failed.length > 0).toBe(name !== 'with its status in other words' || id === 'redirect-payment');
    },
  );

  test.each(shownLater.filter(([, name]) => name === 'wrapped in data'))(
    'shows nothing where no later call does: %s %s',
    async (id, _name, change) => {
      const target = { allow: ['creates', 'moves-money', 'irreversible'] as const };
      const { step, failed } = seenOf(
        await openRun(await changedService(only(id, change), id, { target })),
        id,
      );
      expect(step).toMatchObject({ state: 'not-accepted', cause: { kind: 'refused' } });
      expect(failed).toEqual([]);
    },
  );

  test.each(all.filter(([id, name]) => !isPayment(id) || isMarked(id, name)))(
    'is not taken for accepted by its words, or because wrong requests are answered in others: %s %s',
    async (id, _name, change) => {
      const { step } = seenOf(await openedWith(only(id, change), id), id);
      if (step?.state !== 'accepted')
        expect(step?.cause).toMatchObject({
          kind: 'refused',
          says: expect.stringMatching(/shows neither success nor a refusal|is not in the documented form/),
        });
    },
  );

  const some = all.filter(([, name]) => name === 'under other names' || name === 'wrapped in data');
  test.each(some)('is never a wrong key or an unknown merchant: %s %s', async (id, _name, change) => {
    const { step } = seenOf(await openedWith(allOf(trustsAnybody, only(id, change)), id), id);
    if (step?.state !== 'accepted') expect(step?.cause?.kind).toMatch(/^(?:layout|refused)$/);
  });

  test('of a payment that is listed later is asked for no more', async () => {
    const change = layouts['wrapped in data'];
    if (change === undefined) throw new Error('there is no such layout');
    const opened = await openedWith(only('direct-payment', change), 'direct-payment,query');
    expect(seenOf(opened, 'direct-payment').step?.dead).toBe(true);
  });
});

/** A capture, or another operation, that is answered so. */
function answeredWith(
  text: string,
  { operation = 'capture', status = 200, type = 'application/json' }: Partial<Answered> = {},
): JudgedExchange {
  const { exchange } = judged({
    operation,
    sent: { value: values[operation] ?? batch, signed: true },
    received: answer(text, status, type),
  });
  return { exchange, judgement: judge(exchange) };
}

interface Answered {
  readonly operation: DocumentedOperationId;
  readonly status: number;
  readonly type: string;
}

const caller = { merchant_id: '100001', account_id: '100001001', encryption_data: 'ab'.repeat(32) };
const order = { transaction_id: 'T-884422', order_no: 'ORDER-77', currency: 'EUR', amount: '12.34' };
const batch: JsonObject = { ...caller, capture_orders: [order] };
const values: Readonly<Partial<Record<DocumentedOperationId, JsonObject>>> = {
  query: caller,
  'direct-payment': { ...caller, ...order },
  'redirect-payment': { ...caller, ...order },
  'cancel-subscription': { ...caller, recurring_id: 'S-556677', contract_name: 'gold' },
  payout: { ...caller, request_id: '0b7f7f50-93a7-4b50-8b7a-000000000001', payment_amount: '5' },
};

describe('what an honest service says when it does not do what was asked', () => {
  test.each<[string, Partial<Answered>]>([
    ['{"error":{"code":"card_declined","message":"Your card was declined."},"order_no":"ORDER-77"}', {}],
    ['{"status":"DECLINED","transaction_id":"T-9","order_no":"ORDER-77"}', {}],
    ['{"return_status":"0","return_message":"OK","order_no":"ORDER-77"}', {}],
    [
      '{"return_status":"2","return_message":"Konto gesperrt","merchant_id":"100001"}',
      { operation: 'query' },
    ],
    ['{"code":"E17","order_no":"ORDER-77"}', {}],
    ['{"result_code":"05","message":"Success","order_no":"ORDER-77"}', {}],
    ['{"message":"Bitte den Vertrag ergänzen","order_no":"ORDER-77"}', {}],
    ['{"success":false,"order_no":"ORDER-77"}', {}],
    ['{"transaction_id":"P-1","status":"FAILED","failure_reason":"no funds"}', { operation: 'payout' }],
    [
      '{"recurring_id":"S-556677","cancel_status":"0","error_message":""}',
      { operation: 'cancel-subscription' },
    ],
    [
      '<html><p>ORDER-77 could not be processed</p></html>',
      { operation: 'redirect-payment', type: 'text/html' },
    ],
    [
      '<html><p>The session for ORDER-77 has expired</p></html>',
      { operation: 'redirect-payment', type: 'text/html' },
    ],
    [
      '<respon><order_no>ORDER-77</order_no><result_info>2005:Do not honour</result_info></respon>',
      { operation: 'direct-payment', type: 'text/xml' },
    ],
    [
      '<response><order_no>ORDER-77</order_no><result>no such card</result><code>14</code></response>',
      { operation: 'direct-payment', type: 'text/xml' },
    ],
    ['{"order_no":"ORDER-77"}', { status: 422 }],
    ['', {}],
    ['Access denied for ORDER-77', { type: 'text/plain' }],
  ])('does not read like a result: %s', (text, how) => {
    expect(readsAsResult(answeredWith(text, how))).toBe(false);
  });

  test.each<[string, Partial<Answered>]>([
    ['{"data":{"return_status":"1","return_message":"OK"}}', {}],
    ['{"returnStatus":"1","ordersList":[{"paymentStatus":"3000"}]}', { operation: 'query' }],
    ['{"orderNo":"ORDER-77","status":"SUCCESS"}', {}],
    ['{"errorCode":"0","errorMessage":"","orderNo":"ORDER-77","state":"COMPLETED"}', {}],
    [
      '<pay><respon><result_info>0000:Success</result_info></respon></pay>',
      { operation: 'direct-payment', type: 'text/xml' },
    ],
    ['{"orderNo":"ORDER-77","status":"PENDING"}', {}],
    ['{"recurring_id":"S-556677","cancel_status":"Active"}', { operation: 'cancel-subscription' }],
    ['<html><a href="/p">Pay for ORDER-77</a></html>', { operation: 'redirect-payment', type: 'text/html' }],
  ])('is told from what reads like a result: %s', (text, how) => {
    expect(readsAsResult(answeredWith(text, how))).toBe(true);
  });

  test.each<[string, Partial<Answered>]>([
    ['{}', {}],
    ['{"health":"green"}', {}],
  ])('is no sign of anything: %s', (text, how) => {
    expect(readsAsResult(answeredWith(text, how))).toBe(false);
  });
});
