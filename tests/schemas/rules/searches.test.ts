import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf, observationsOf } from './findings-of.ts';

const [order = {}] = answers.query.orders_list as JsonObject[];
const query = (orders_list: JsonObject[], more: JsonObject = {}) =>
  exchangeOf('query', requests.query, { ...answers.query, ...more, orders_list });

describe('a search', () => {
  test('may list two states of one order, but no record twice', () => {
    expect(findingsOf(query([order, { ...order, payment_status: '4100' }]))).toEqual([]);
    const backwards = Object.fromEntries(Object.entries(order).reverse());
    expect(findingsOf(query([order, backwards]))).toEqual(['fail 2.10/orders_list/distinct orders_list[1]']);
  });

  test('may list a hundred records and not one more', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...order, order_no: `C-${index}` }));
    expect(findingsOf(query(many(100)))).toEqual([]);
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
    [[], 'lists nothing'],
    [[order], 'lists some'],
  ])('is observed for what it selects: %#', (list, word) => {
    expect(observationsOf(query(list))).toContain(`4.4/selection: ${word}`);
  });
});
