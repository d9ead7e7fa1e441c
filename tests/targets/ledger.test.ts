import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JudgedExchange, OperationId, Outcome } from '../../schemas/types.ts';
import { leftBehind, undoRequests } from '../../targets/clean-up.ts';
import { openLedger, readLedger } from '../../targets/ledger.ts';
import { type LedgerEntry, ledgerEntriesOf } from '../../targets/ledger-entries.ts';
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
      : { kind: 'answer', status: 200, headers: {}, body: new Uint8Array(), durationMs: 1 };
  return {
    exchange: { id: 'e1', operation, sent: { value: sent }, received },
    judgement: { outcome, ...(answer === undefined ? {} : { answer }) },
  } as unknown as JudgedExchange;
}

const payment = { order_no: 'o1', amount: '5.00', currency: 'USD', card: '4111111111111111' };

describe('ledgerEntriesOf', () => {
  test('writes down the money of a payout in its own names', () => {
    const payout = { payment_amount: '700', payment_currency: 'EUR' };
    expect(ledgerEntriesOf(judged('payout', 'accepted', payout, {}))).toMatchObject([
      { operation: 'payout', amount: '700', currency: 'EUR', undo: [] },
    ]);
  });
  test('writes down an accepted payment and what could undo it', () => {
    const entries = ledgerEntriesOf(
      judged('direct-payment', 'accepted', payment, { respon: { transaction_id: 'T1', amount: '5.00' } }),
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
  test('adds the subscription that a payment started', () => {
    const answer = { respon: { transaction_id: 'T1', recurring_id: 'R1', contract_name: 'c' } };
    expect(ledgerEntriesOf(judged('direct-payment', 'accepted', payment, answer))).toMatchObject([
      { recurring_id: 'R1', contract_name: 'c', undo: ['cancel', 'refund', 'cancel-subscription'] },
    ]);
  });
  test('writes down what may exist because no answer came', () => {
    expect(ledgerEntriesOf(judged('direct-payment', 'none', payment))).toMatchObject([
      { order_no: 'o1', certain: false },
    ]);
    expect(ledgerEntriesOf(judged('direct-payment', 'none', payment, undefined, 'unreachable'))).toEqual([]);
  });
  test('writes down each entry of a batch that succeeded', () => {
    const answer = {
      refund_orders: [
        { transaction_id: 'T1', refund_status: '1', refund_amount: '2.00', amount: '5.00' },
        { transaction_id: 'T2', refund_status: '0' },
      ],
    };
    expect(ledgerEntriesOf(judged('refund', 'accepted', { refund_orders: [] }, answer))).toEqual([
      { transaction_id: 'T1', amount: '2.00', operation: 'refund', certain: true, undo: [], exchange: 'e1' },
    ]);
    expect(
      ledgerEntriesOf(judged('refund', 'none', { refund_orders: [{ transaction_id: 'T9' }] })),
    ).toMatchObject([{ transaction_id: 'T9', certain: false }]);
  });
  test('writes down nothing that was refused or only read', () => {
    expect(ledgerEntriesOf(judged('direct-payment', 'refused', payment, {}))).toEqual([]);
    expect(ledgerEntriesOf(judged('query', 'accepted', {}, { orders_list: [] }))).toEqual([]);
  });
});

describe('openLedger', () => {
  test('keeps entries on disk in order', () => {
    const file = join(folderWith({}), 'out', 'ledger.ndjson');
    const ledger = openLedger(file);
    ledger.note(judged('payout', 'accepted', { payment_amount: '7' }, { transaction_id: 'P1' }));
    ledger.note(judged('query', 'accepted', {}, {}));
    ledger.note(judged('direct-payment', 'none', payment));
    expect(readLedger(file).map(({ operation, amount }) => [operation, amount])).toEqual([
      ['payout', '7'],
      ['direct-payment', '5.00'],
    ]);
    expect(readLedger(`${file}.none`)).toEqual([]);
  });
});

describe('leftBehind', () => {
  const entry = (transaction_id: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
    operation: 'direct-payment',
    transaction_id,
    order_no: `o-${transaction_id}`,
    amount: '5.00',
    currency: 'USD',
    certain: true,
    undo: ['cancel', 'refund'],
    exchange: 'e',
    ...more,
  });
  const done = (operation: LedgerEntry['operation'], transaction_id: string, amount = '5.00') =>
    entry(transaction_id, { operation, amount, undo: [] });

  test('asks only for what refunds in parts left', () => {
    const part = (amount: string) => entry('a', { operation: 'refund', amount, undo: [] });
    const left = leftBehind([entry('a'), part('0.10'), part('0.20')]);
    expect(left).toMatchObject([{ amount: '5.00', rest: '4.70' }]);
    const [request] = undoRequests(left, 'refund', { merchant: { merchant_id: 'M', account_id: 'A' } });
    expect(request?.refund_orders).toMatchObject([{ amount: '5.00', refund_amount: '4.70' }]);
    expect(leftBehind([entry('a'), part('4.70'), part('0.20'), part('0.10')])).toEqual([]);
  });
  test('leaves out what was cancelled or refunded in full', () => {
    const entries = [
      entry('a'),
      entry('b'),
      entry('c'),
      entry('d'),
      entry('e', { certain: false }),
      done('cancel', 'a'),
      done('refund', 'b', '2.00'),
      done('refund', 'b', '3.00'),
      done('refund', 'c', '4.99'),
    ];
    expect(leftBehind(entries).map(({ transaction_id }) => transaction_id)).toEqual(['c', 'd']);
  });
  test('counts a payment and its capture once', () => {
    expect(leftBehind([entry('a'), entry('a', { operation: 'capture', undo: ['refund'] })])).toHaveLength(1);
  });
  test('keeps a subscription whose payment was refunded', () => {
    const started = entry('a', {
      recurring_id: 'R',
      contract_name: 'c',
      undo: ['cancel', 'refund', 'cancel-subscription'],
    });
    expect(leftBehind([started, done('refund', 'a')])).toMatchObject([{ undo: ['cancel-subscription'] }]);
    const ended = entry('x', { operation: 'cancel-subscription', recurring_id: 'R', undo: [] });
    expect(leftBehind([started, done('refund', 'a'), ended])).toEqual([]);
  });
  test('undoes in batches of the documented size', () => {
    const target = { merchant: { merchant_id: 'M', account_id: 'A' } };
    const entries = Array.from({ length: 51 }, (_, index) => entry(`t${index}`));
    const requests = undoRequests(entries, 'refund', target);
    expect(requests.map(({ refund_orders }) => (refund_orders as unknown[]).length)).toEqual([50, 1]);
    expect(requests[1]).toEqual({
      merchant_id: 'M',
      account_id: 'A',
      refund_orders: [
        {
          transaction_id: 't50',
          order_no: 'o-t50',
          currency: 'USD',
          amount: '5.00',
          refund_amount: '5.00',
          refund_reason: 'clean-up of a conformance run',
        },
      ],
    });
    expect(undoRequests(entries.slice(0, 1), 'cancel', target)[0]).toHaveProperty('cancel_orders');
    const started = entry('a', { recurring_id: 'R', contract_name: 'c', undo: ['cancel-subscription'] });
    expect(undoRequests([started], 'cancel-subscription', target)).toEqual([
      { merchant_id: 'M', account_id: 'A', recurring_id: 'R', contract_name: 'c' },
    ]);
  });
});
