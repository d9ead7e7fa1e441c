import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf, observationsOf } from './findings-of.ts';

const [order = {}] = answers.query.orders_list as JsonObject[];
const query = (orders_list: JsonObject[], more: JsonObject = {}) =>
  exchangeOf('query', requests.query, { ...answers.query, ...more, orders_list });

describe('a search', () => {
  test('lists no order of one transaction twice, whatever else differs', () => {
    const again = ['fail 1.3/one-result-per-order/searches orders_list[1]'];
    expect(findingsOf(query([order, { ...order, payment_status: '4100' }]))).toEqual(again);
    expect(findingsOf(query([order, { ...order, amount: '1.00' }]))).toEqual(again);
    expect(findingsOf(query([order, { ...order, transaction_id: 'T-other' }]))).toEqual([]);
    const backwards = Object.fromEntries(Object.entries(order).reverse());
    expect(findingsOf(query([order, backwards]))).toEqual(['fail 2.10/orders_list/distinct orders_list[1]']);
  });

  test('may list a hundred orders and not one more', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...order, order_no: `C-${index}` }));
    expect(findingsOf(query(many(100)))).toEqual([]);
    const attempts = many(100).map((one, index) => ({ ...one, transaction_id: `other-${index}` }));
    expect(findingsOf(query([...many(100), ...attempts]))).toEqual([]);
    expect(findingsOf(query(many(101)))).toEqual(['fail 8/query/answer-limit orders_list']);
  });

  test.each([
    ['20240229000000', []],
    ['20000229000000', []],
    ['20230229000000', ['fail 2.10/transaction_date/calendar orders_list[0].transaction_date']],
    ['21000229000000', ['fail 2.10/transaction_date/calendar orders_list[0].transaction_date']],
    ['2023-02-28', ['fail 2.10/transaction_date/shape orders_list[0].transaction_date']],
    ['20230431000000', ['fail 2.10/transaction_date/calendar orders_list[0].transaction_date']],
    ['20230400000000', ['fail 2.10/transaction_date/shape orders_list[0].transaction_date']],
    ['20230432000000', ['fail 2.10/transaction_date/shape orders_list[0].transaction_date']],
    ['20231329000000', ['fail 2.10/transaction_date/shape orders_list[0].transaction_date']],
  ])('dates an order %s', (transaction_date, findings) => {
    expect(findingsOf(query([{ ...order, transaction_date }]))).toEqual(findings);
  });

  test.each([
    ['20230229000000', 'a real date and time'],
    ['20231329000000', 'a real date and time'],
    ['20230131243000', 'a real date and time'],
    ['2023013124', '14 digits YYYYMMDDhhmmss such as "20250131235959"'],
  ])('has to date an order in true words, not %s', (transaction_date, expected) => {
    const { findings } = judge(query([{ ...order, transaction_date }]));
    expect(findings.map((finding) => finding.expected)).toEqual([expected]);
  });

  test.each([
    [{ payment_date: '2030-13-01' }, 'a real date'],
    [{ short_reference_id: '20250132-000001' }, 'a real date'],
    [{ created_at: '2025-01-31T23:59:59+2400' }, 'a real date and time'],
  ])('has to date a payout in true words: %j', (answer, expected) => {
    const { findings } = judge(exchangeOf('payout', requests.payout, { ...answers.payout, ...answer }));
    expect(findings.map((finding) => finding.expected)).toContain(expected);
  });

  test.each([
    [[], 'lists nothing'],
    [[order], 'lists some'],
  ])('is observed for what it selects: %#', (list, word) => {
    expect(observationsOf(query(list))).toContain(`4.4/selection: ${word}`);
  });
});

const [refunded = {}] = answers['refund-search'].refund_orders as JsonObject[];
const refunds = (refund_orders: JsonObject[]) =>
  findingsOf(
    exchangeOf('refund-search', requests['refund-search'], { ...answers['refund-search'], refund_orders }),
  );

describe('a refund search', () => {
  const part = (refund_amount: string, number: string, more: JsonObject = {}) => ({
    ...refunded,
    refund_amount,
    refund_reference_id: `T81-${number}`,
    ...more,
  });

  test.each([
    ['two above the amount', [part('40.00', '01'), part('8.21', '02')], 1],
    ['one above the amount', [part('48.21', '01')], 0],
    ['one above the amount in a later state', [part('1.00', '01'), part('48.21', '01')], 1],
    ['two of all of it', [part('40.00', '01'), part('8.20', '02')], undefined],
    ['one of them failed', [part('40.00', '01'), part('40.00', '02', { refund_status: '0' })], undefined],
    [
      'one of another order',
      [
        part('40.00', '01'),
        part('40.00', '02', { transaction_id: 'T9', order_no: 'C-9', refund_reference_id: 'T9-02' }),
      ],
      undefined,
    ],
    [
      'one refund in two states',
      [part('40.00', '01'), part('40.00', '01', { payment_status: '3000' })],
      undefined,
    ],
    [
      'refunds without a number',
      ['', ''].map(() => part('40.00', '', { refund_reference_id: '' })),
      undefined,
    ],
  ])('lists no refunds above the amount of an order: %s', (_what, records, at) => {
    const sum = refunds(records).filter((one) => one.includes('sum-above-amount'));
    expect(sum).toEqual(
      at === undefined ? [] : [`warn 2.9/refund_amount/sum-above-amount refund_orders[${at}].refund_amount`],
    );
  });

  test('may list several refunds of a hundred orders, and none of one more', () => {
    const parts = (orders: number) =>
      Array.from({ length: orders * 2 }, (_, index) => {
        const transaction_id = `T${index >> 1}`;
        const refund_reference_id = `${transaction_id}-0${(index % 2) + 1}`;
        return { ...refunded, order_no: `C-${index >> 1}`, transaction_id, refund_reference_id };
      });
    expect(refunds(parts(51))).toEqual([]);
    expect(refunds(parts(100))).toEqual([]);
    expect(refunds(parts(101))).toEqual(['fail 8/refund-search/answer-limit refund_orders']);
  });

  test.each([
    ['refund_amount', '0.01'],
    ['order_no', 'ORDER-other'],
    ['currency', 'JPY'],
  ])('warns about one reference with another %s', (name, value) => {
    expect(refunds([refunded, { ...refunded, [name]: value }])).toContain(
      'warn 1.3/one-result-per-order/searches refund_orders[1]',
    );
  });

  test.each([{ refund_amount: `${refunded.refund_amount}0` }, { currency: 'eur' }])(
    'may list one reference again with %j, which says the same',
    (same) => {
      const found = refunds([refunded, { ...refunded, ...same }]);
      expect(found.filter((one) => one.includes('one-result-per-order'))).toEqual([]);
    },
  );

  test('may list the states of one refund', () => {
    expect(refunds([refunded, { ...refunded, refund_status: '2' }])).toEqual([]);
  });
});
