import { describe, expect, test } from 'vitest';
import { judgeRun } from '../../../schemas/judge/judge-run.ts';
import type { JsonObject, JudgedExchange } from '../../../schemas/types.ts';
import { judged, listed, pay, refundOf } from '../corpus/run-deviations.ts';

const payByApm = (order_no: string, more: JsonObject = {}) =>
  judged('apm-payment', { order_no, ...more }, { order_no });
const query = (changes: JsonObject) => judged('query', {}, listed(changes));
const findingsIn = (...run: JudgedExchange[]) =>
  judgeRun(run).findings.map(
    ({ verdict, clause, path, expected, received }) =>
      `${verdict} ${clause} ${path}: ${expected}, not ${received}`,
  );

describe('a query of orders whose payment names no transaction', () => {
  test('shows the amount and the texts of an APM payment', () => {
    expect(
      findingsIn(
        payByApm('C-2001', { website: 'a.example' }),
        query({ amount: '48.00', currency: 'USD', website: 'b.example' }),
      ),
    ).toEqual([
      'warn 2.10/amount/as-paid orders_list[0].amount: "48.20" (string) as paid, not "48.00" (string)',
      'warn 2.10/currency/as-paid orders_list[0].currency: "EUR" (string) as paid, not "USD" (string)',
      'warn 2.10/order/as-paid orders_list[0].website: "a.example" (string) as paid, not "b.example" (string)',
    ]);
  });

  test('shows the amount of a payment in yen without fraction digits', () => {
    const inYen = { amount: '1000.00', currency: 'JPY' };
    const run = [pay('C-2001', 'T81', inYen), query({ amount: '1000', currency: 'JPY' })];
    expect(findingsIn(...run)).toEqual([]);
    expect(run[1]?.judgement.findings.map(({ clause }) => clause)).toEqual(['1.1/amount/two-digits']);
  });

  test.each([
    ['4.00', 'what is left', 0],
    ['1.00', 'what is left', 0],
    ['6.00', 'the first refund', 1],
    ['0.00', 'nothing', 1],
  ])('shows %s of 10.00 after refunds of 6.00 and 3.00, which is %s', (amount, _what, times) => {
    const order = { order_no: 'C-T1', transaction_id: 'T1' };
    const paid = judged('direct-payment', { ...order, amount: '10.00' }, { ...order, amount: '10.00' });
    const run = [paid, refundOf('6.00', '01'), refundOf('3.00', '02'), query({ ...order, amount })];
    const found = judgeRun(run);
    expect(found.findings.filter(({ clause }) => clause === '2.10/amount/as-paid')).toHaveLength(times);
    expect(found.book.impossible).toHaveLength(times);
  });

  const order = { order_no: 'C-T1', transaction_id: 'T1', currency: 'EUR' };
  const done = (operation: 'capture' | 'cancel', amount: string) =>
    judged(
      operation,
      { [`${operation}_orders`]: [{ ...order, amount }] },
      { [`${operation}_orders`]: [{ ...order, amount, [`${operation}_status`]: '1', error_message: '' }] },
    );
  test.each([
    ['0.00', 'a cancellation', [done('cancel', '10.00')], 0],
    ['7.00', 'two captures in parts', [done('capture', '4.00'), done('capture', '3.00')], 0],
    ['3.00', 'a refund of a captured part', [done('capture', '4.00'), refundOf('1.00', '01')], 0],
    ['5.00', 'a cancellation', [done('cancel', '10.00')], 1],
    ['2.00', 'two captures in parts', [done('capture', '4.00'), done('capture', '3.00')], 1],
  ])('shows %s of 10.00 after %s', (amount, _what, moved, times) => {
    const paid = judged('direct-payment', { ...order, amount: '10.00' }, { ...order, amount: '10.00' });
    const { findings } = judgeRun([paid, ...moved, query({ ...order, amount })]);
    expect(findings.map(({ clause }) => clause)).toEqual(Array(times).fill('2.10/amount/as-paid'));
  });

  test('shows one transaction beside one of them', () => {
    expect(findingsIn(payByApm('C-2001'), payByApm('C-2002'), query({ transaction_id: 'T82' }))).toEqual([
      'fail 2.1/transaction_id/one-order orders_list[1].order_no: order_no "C-2001" (string), which was listed with this transaction_id, not "C-2002" (string)',
    ]);
  });

  test.each([
    ['', 0],
    ['0', 0],
    ['000000', 0],
    ['-', 0],
    ['N/A', 0],
    ['T90', 1],
  ])('shows "%s" beside two of them: %d findings', (shown, times) => {
    const { orders_list } = listed({}) as { orders_list: JsonObject[] };
    const both = orders_list.map((order) => ({ ...order, transaction_id: shown }));
    const found = findingsIn(
      payByApm('C-2001'),
      payByApm('C-2002'),
      judged('query', {}, { orders_list: both }),
    );
    expect(found.filter((one) => one.includes('one-order'))).toHaveLength(times);
  });

  test('compares nothing where an order was named twice', () => {
    expect(findingsIn(payByApm('C-2001'), payByApm('C-2001'), query({ amount: '48.00' }))).toEqual([]);
  });

  test.each([
    ['in one query', [query({ transaction_id: 'T82' })]],
    ['in two queries', [query({}), query({ order_no: 'C-9' })]],
    ['in a query and a refund search', [query({ order_no: 'C-9' }), judged('refund-search')]],
  ])('shows one transaction beside two orders of another run %s', (_where, run) => {
    const [first, ...others] = findingsIn(...run);
    expect(first).toMatch(
      /^warn 2\.1\/transaction_id\/one-order .*which was listed with this transaction_id/,
    );
    expect(others.filter((one) => !one.includes('one-order'))).toEqual([]);
    expect(findingsIn(query({}), query({}), judged('refund-search'))).toEqual([]);
  });

  test('leaves a card payment to its own transaction', () => {
    expect(findingsIn(pay(), query({ transaction_id: 'T99', amount: '48.00' }))).toEqual([
      expect.stringContaining('warn 2.1/transaction_id/one-order'),
    ]);
  });
});
