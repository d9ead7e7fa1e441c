import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { amountMoved, numberIn } from '../../targets/amount.ts';
import { createBudget, fitsLimits } from '../../targets/budget.ts';
import { type Limits, shareOf } from '../../targets/limits.ts';
import { BudgetExhausted, EffectForbidden, isRefusedSend } from '../../targets/refused-send.ts';
import { fileTally } from '../../targets/tally.ts';
import { folderWith } from './target-folder.ts';

const limits: Limits = {
  timeoutMs: 1,
  requests: 4,
  requestsPerSecond: 1,
  amountPerRequest: 10,
  amountTotal: 25,
  concurrent: 1,
  parts: 1,
};
const everything = { allow: ['reads', 'creates', 'moves-money', 'irreversible'], limits } as const;
const pay = (amount: string) => ({ amount });

function refusalOf(call: () => void): string {
  try {
    call();
  } catch (error) {
    if (isRefusedSend(error)) return error.message;
    throw error;
  }
  return 'sent';
}

describe('createBudget', () => {
  test('refuses every effect that is not allowed', () => {
    const budget = createBudget({ allow: ['reads'], limits });
    expect(refusalOf(() => budget.claim('query', {}))).toBe('sent');
    expect(refusalOf(() => budget.claim('apm-payment', {}))).toBe(
      'effect not allowed by the target: creates (apm-payment)',
    );
    expect(refusalOf(() => budget.claim('direct-payment', {}))).toBe(
      'effect not allowed by the target: moves-money (direct-payment)',
    );
    expect(refusalOf(() => budget.claim('cancel', {}))).toBe(
      'effect not allowed by the target: irreversible (cancel)',
    );
    expect(refusalOf(() => budget.claim('optimise-payment-methods', {}))).toContain('creates');
    expect(() => budget.claim('refund', {})).toThrow(EffectForbidden);
  });
  test('refuses a request that moves too much', () => {
    const budget = createBudget(everything);
    expect(refusalOf(() => budget.claim('direct-payment', pay('10.00')))).toBe('sent');
    expect(refusalOf(() => budget.claim('direct-payment', pay('10.01')))).toBe(
      'limit of the target reached: limits.amountPerRequest is 10, direct-payment would make it 10.01',
    );
    expect(() => budget.claim('direct-payment', pay('11'))).toThrow(BudgetExhausted);
  });
  test('gives each shard its share of the limits', () => {
    const shared = shareOf(limits, 2);
    expect(shared).toEqual({ ...limits, parts: 2, requests: 2, requestsPerSecond: 0.5, amountTotal: 12.5 });
    const budget = createBudget({ ...everything, limits: shared });
    budget.claim('direct-payment', pay('10.00'));
    expect(refusalOf(() => budget.claim('direct-payment', pay('2.51')))).toBe(
      'limit of the target reached: limits.amountTotal is 12.5 for this one of 2 shards, direct-payment would make it 12.51',
    );
    budget.claim('query', {});
    expect(refusalOf(() => budget.claim('query', {}))).toContain(
      'limits.requests is 2 for this one of 2 shards',
    );
  });
  test('refuses what goes beyond the total and goes on with less', () => {
    const budget = createBudget(everything);
    budget.claim('direct-payment', pay('10.00'));
    budget.claim('direct-payment', pay('10.00'));
    expect(refusalOf(() => budget.claim('direct-payment', pay('5.01')))).toBe(
      'limit of the target reached: limits.amountTotal is 25, direct-payment would make it 25.01',
    );
    expect(refusalOf(() => budget.claim('direct-payment', pay('5.00')))).toBe('sent');
  });
  test('adds small amounts without losing a cent', () => {
    const budget = createBudget({ ...everything, limits: { ...limits, requests: 1000, amountTotal: 10 } });
    const results = Array.from({ length: 101 }, () =>
      refusalOf(() => budget.claim('direct-payment', pay('0.10'))),
    );
    expect(results.filter((result) => result === 'sent')).toHaveLength(100);
  });
  test('refuses requests beyond the number of requests, reads as well', () => {
    const budget = createBudget(everything);
    for (let index = 0; index < 4; index += 1) budget.claim('query', {});
    expect(refusalOf(() => budget.claim('query', {}))).toBe(
      'limit of the target reached: limits.requests is 4, query would make it 5',
    );
  });
});

describe('fileTally', () => {
  test('lets several processes share one budget', () => {
    const file = join(folderWith({}), 'runner', 'spent.log');
    const shared = { ...everything, limits: { ...limits, requests: 10 } };
    const workers = Array.from({ length: 3 }, () =>
      createBudget(shared, fileTally(file, fitsLimits(shared))),
    );
    const results = Array.from({ length: 12 }, (_, index) =>
      refusalOf(() => workers[index % 3]?.claim('direct-payment', pay(index < 2 ? '10.00' : '1.00'))),
    );
    // 10 + 10 + five times 1 fill the total of 25.
    expect(results.map((result) => result === 'sent')).toEqual([
      ...Array(7).fill(true),
      ...Array(5).fill(false),
    ]);
    const late = createBudget(shared, fileTally(file, fitsLimits(shared)));
    expect(refusalOf(() => late.claim('direct-payment', pay('1.00')))).toContain('amountTotal');
    expect(refusalOf(() => late.claim('query', {}))).toBe('sent');
  });
});

describe('amountMoved', () => {
  test.each([
    ['direct-payment', { amount: '12.34', item_total: '99' }, 12.34],
    ['payout', { payment_amount: '500', source_amount: '900' }, 500],
    [
      'refund',
      { refund_orders: [{ amount: '9.00', refund_amount: '1.50' }, { amount: '2.00' }, 'x', null] },
      3.5,
    ],
    ['capture', { capture_orders: [{ amount: '1.00' }, { amount: '2.00' }] }, 3],
    ['capture', { capture_orders: 'x' }, 0],
    ['cancel', { cancel_orders: [{ amount: '9.00' }] }, 0],
    ['query', { amount: '9.00' }, 0],
  ] as const)('adds up what %s %j moves', (operation, body, expected) => {
    expect(amountMoved(operation, body as unknown as Parameters<typeof amountMoved>[1])).toBeCloseTo(
      expected,
      6,
    );
  });
  test.each([
    ['12.00', 12],
    ['-12.00', 12],
    [12.5, 12.5],
    ['1e3', 1000],
    ['1,234.56', 123456],
    ['12,34', 1234],
    ['１２.００', 12],
    ['0x10', 16],
    ['', 0],
    ['abc', 0],
    [null, 0],
    [['12'], 0],
  ])('reads %j for at least what a service could', (value, expected) => {
    expect(numberIn(value)).toBeGreaterThanOrEqual(expected);
    expect(numberIn(value)).toBeLessThan(Math.max(1, expected) * 100);
  });
});
