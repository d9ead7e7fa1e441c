import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Effect, JsonObject, OperationId } from '../../schemas/types.ts';
import { type Limits, shareOf } from '../../targets/file/limits.ts';
import { BudgetExhausted, EffectForbidden, isRefusedSend } from '../../targets/refused-send.ts';
import { createBudget, fileTally, fitsLimits, runBudget } from '../../targets/sending/budget.ts';
import type { Target } from '../../targets/target.ts';
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
const everything = {
  allow: ['reads', 'creates', 'moves-money', 'irreversible'],
  limits,
  environment: 'sandbox',
  merchant: { merchant_id: 'M', account_id: 'A', otherAccountId: 'B' },
  cards: [
    { card: '4000056655665556', expiration_month: '12', expiration_year: '2035', security_code: '123' },
  ],
} as const;
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
    const budget = createBudget({ ...everything, allow: ['reads'] });
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
    const paying = createBudget({ ...everything, allow: ['reads', 'creates', 'moves-money'] });
    expect(refusalOf(() => paying.claim('payout', { payment_amount: '1' }))).toBe(
      'effect not allowed by the target: irreversible (payout)',
    );
    expect(() => budget.claim('refund', {})).toThrow(EffectForbidden);
  });
  test('refuses a request that moves too much', () => {
    const budget = createBudget(everything);
    expect(refusalOf(() => budget.claim('direct-payment', pay('10.00')))).toBe('sent');
    expect(refusalOf(() => budget.claim('direct-payment', pay('10.01')))).toBe(
      'limit of the target reached: limits.amountPerRequest is 10, direct-payment needs 10.01',
    );
    expect(() => budget.claim('direct-payment', pay('11'))).toThrow(BudgetExhausted);
  });
  test('counts what a payout moves, and nothing for a cancellation', () => {
    const budget = createBudget({ ...everything, limits: { ...limits, amountTotal: 12 } });
    const cancelled = { cancel_orders: [{ amount: '10.00' }] };
    for (let time = 0; time < 2; time += 1)
      expect(refusalOf(() => budget.claim('cancel', cancelled))).toBe('sent');
    expect(refusalOf(() => budget.claim('payout', { payment_amount: '10' }))).toBe('sent');
    expect(refusalOf(() => budget.claim('payout', { payment_amount: '3' }))).toContain('limits.amountTotal');
  });
  test('gives each shard its share of the limits', () => {
    const shared = shareOf(limits, 2);
    expect(shared).toEqual({ ...limits, parts: 2, requests: 2, requestsPerSecond: 0.5, amountTotal: 12.5 });
    expect(shareOf({ ...limits, requests: 8, concurrent: 5 }, 3)).toMatchObject({
      requests: 2,
      concurrent: 1,
    });
    const budget = createBudget({ ...everything, limits: shared });
    budget.claim('direct-payment', pay('10.00'));
    expect(refusalOf(() => budget.claim('direct-payment', pay('2.51')))).toBe(
      'limit of the target reached: limits.amountTotal is 12.5 for this one of 2 shards',
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
      'limit of the target reached: limits.amountTotal is 25',
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
      'limit of the target reached: limits.requests is 4',
    );
  });
});

test('names the limit that was reached when others are nearly', () => {
  const budget = createBudget({ ...everything, limits: { ...limits, requests: 3, amountTotal: 15 } });
  budget.claim('direct-payment', pay('10.00'));
  budget.claim('query', {});
  expect(refusalOf(() => budget.claim('direct-payment', pay('5.01')))).toContain('limits.amountTotal');
  budget.claim('direct-payment', pay('5.00'));
  expect(refusalOf(() => budget.claim('direct-payment', pay('5.00')))).toContain('limits.requests');
});

describe('runBudget', () => {
  const target = everything as unknown as Target;
  const settings = () => ({ out: folderWith({}), runner: 1 });

  test('is one for all workers of a run, less what was spent before them', () => {
    const own = settings();
    const [one, other] = [1, 2].map(() => runBudget(target, own, { requests: 1, amount: 10 }));
    one?.claim('direct-payment', pay('10.00'));
    expect(refusalOf(() => other?.claim('direct-payment', pay('5.01')))).toContain('limits.amountTotal');
    other?.claim('direct-payment', pay('5.00'));
    one?.claim('query', {});
    expect(refusalOf(() => other?.claim('query', {}))).toContain('limits.requests');
  });
  test('is another for another run into the same folder', () => {
    const own = settings();
    for (const runner of [1, 2])
      for (const amount of ['10.00', '10.00', '5.00'])
        runBudget(target, { ...own, runner }).claim('direct-payment', pay(amount));
    expect(refusalOf(() => runBudget(target, own).claim('direct-payment', pay('1.00')))).not.toBe('sent');
  });
  test('of the embedded endpoint is one for each worker', () => {
    const own = settings();
    const [one, other] = [1, 2].map(() => runBudget({ ...target, environment: 'embedded' }, own));
    for (let index = 0; index < limits.requests; index += 1) one?.claim('query', {});
    expect(refusalOf(() => other?.claim('query', {}))).toBe('sent');
  });
});

describe('the budget of a careful target', () => {
  const card = '4000056655665556';
  const target = { ...everything, currencies: [{ currency: 'EUR' }] };
  const claim = (operation: OperationId, body: JsonObject) =>
    refusalOf(() => createBudget(target).claim(operation, body));

  test('lets the currencies of a corridor pass', () => {
    const corridor = { payment_currency: 'CLP', source_currency: 'USD', payment_method: 'LOCAL' };
    const budget = createBudget({ ...target, payouts: [corridor] });
    expect(refusalOf(() => budget.claim('payout', corridor))).not.toContain('currency');
  });
  test.each<[OperationId, JsonObject, string]>([
    ['direct-payment', { amount: '1.00', card: '4111111111111111' }, 'card is not among the cards'],
    ['direct-payment', { amount: '1.00', card: 4_111_111_111_111_111 }, 'card is not among the cards'],
    ['direct-payment', { amount: '1.00', card: ['4111 1111-1111 1111'] }, 'card is not among the cards'],
    [
      'direct-payment',
      { amount: '1.00', card: '４１１１１１１１１１１１１１１１' },
      'card is not among the cards',
    ],
    ['direct-payment', { amount: '1.00', card, currency: 'ＫＷＤ' }, 'currency is KWD'],
    ['query', { merchant_id: ' ｏｔｈｅｒｍ ' }, "merchant_id is not the target's"],
    [
      'direct-payment',
      { amount: '1.00', card, currency: 'KWD' },
      "currency is KWD; the target's currencies are EUR",
    ],
    ['direct-payment', { amount: '1.00', card, currency: [' kwd '] }, 'currency is KWD'],
    ['payout', { payment_currency: 'CLP' }, "payment_currency is CLP; the target's currencies are EUR"],
    ['direct-payment', { merchant_id: 'otherm', card }, "merchant_id is not the target's"],
    ['query', { merchant_id: 'otherm' }, "merchant_id is not the target's"],
    ['query', { merchant_id: 'M', account_id: 'C' }, "account_id is not the target's"],
    ['payout', { payment_amount: '', source_amount: '9', source_currency: 'USD' }, 'source_currency is USD'],
    ['payout', { payment_amount: '', source_amount: '999999' }, 'limits.amountPerRequest is 10'],
    ['payout', { payment_amount: ['999999'] }, 'limits.amountPerRequest is 10'],
    ['direct-payment', { amount: ['99999.00'] }, 'limits.amountPerRequest is 10'],
    ['direct-payment', { subscription: { contract_amount: '99999.00' } }, 'limits.amountPerRequest is 10'],
    [
      'refund',
      { refund_orders: [{ amount: '99999.00', refund_amount: '' }] },
      'limits.amountPerRequest is 10',
    ],
    ['cancel', { cancel_orders: [{ amount: '9999.00', currency: 'EUR' }] }, 'limits.amountPerRequest is 10'],
    ['cancel', { cancel_orders: [{ amount: '1.00', currency: 'KWD' }] }, 'currency is KWD'],
  ])('%s %j is not sent', (operation, body, why) => {
    expect(claim(operation, body)).toContain(why);
  });

  test.each<[OperationId, JsonObject]>([
    ['direct-payment', { merchant_id: 'M', account_id: 'B', amount: '9.99', currency: 'EUR', card }],
    ['direct-payment', { amount: '1.00', card: '4111111111111112', currency: 'EURO' }],
    ['query', { merchant_id: 'unknown-merchant', account_id: '' }],
    ['direct-payment', { account_owner: [{ account_id: 'shopper-7' }] }],
    ['cancel', { cancel_orders: [{ amount: '9.00', currency: 'EUR' }] }],
  ])('%s %j is sent', (operation, body) => {
    expect(claim(operation, body)).toBe('sent');
  });

  test('cancellations do not use up the total', () => {
    const budget = createBudget(target);
    for (let index = 0; index < 3; index += 1)
      budget.claim('cancel', { cancel_orders: [{ amount: '10.00' }] });
    expect(refusalOf(() => budget.claim('direct-payment', pay('10.00')))).toBe('sent');
  });

  test('the embedded endpoint takes everything', () => {
    const budget = createBudget({ ...target, environment: 'embedded' });
    expect(refusalOf(() => budget.claim('direct-payment', { currency: 'KWD', merchant_id: 'x' }))).toBe(
      'sent',
    );
  });

  test.each([
    '/v1/authorise',
    '/V1/Authorise/',
    '/x/../v1//authorise?a=b',
    '/v1/%61uthorise',
    '//v1//authorise',
    '/v1;a/authorise;b',
    '/v1\\authorise',
    '/v1/authorise;a=1',
  ])('an optimise path %s needs what is done there', (path) => {
    const optimising = (allow: readonly Effect[]) =>
      createBudget({ ...target, allow, baseUrl: 'http://a.invalid', optimise: { path, body: {} } });
    expect(refusalOf(() => optimising(['creates']).claim('optimise-payment-methods', {}))).toContain(
      'moves-money',
    );
    expect(
      refusalOf(() => optimising(['creates', 'moves-money']).claim('optimise-payment-methods', {})),
    ).toBe('sent');
  });

  test('an optimise path of payouts needs what pays out', () => {
    const optimise = { path: '/v1/payout', body: {} };
    const allow = ['creates', 'moves-money'] as const;
    const budget = createBudget({ ...target, allow, baseUrl: 'http://a.invalid', optimise });
    expect(refusalOf(() => budget.claim('optimise-payment-methods', {}))).toContain('irreversible');
  });

  test('an operation of the document does what it says, wherever another one lies', () => {
    const optimise = { path: '/v1/payout', body: {} };
    const budget = createBudget({ ...target, allow: ['reads'], baseUrl: 'http://a.invalid', optimise });
    expect(refusalOf(() => budget.claim('query', {}))).toBe('sent');
  });

  test('an optimise path of reads needs what 4.12 may do', () => {
    const optimise = { path: '/v1/retrievalTrans', body: {} };
    const budget = createBudget({ ...target, allow: ['reads'], baseUrl: 'http://a.invalid', optimise });
    expect(refusalOf(() => budget.claim('optimise-payment-methods', {}))).toContain('creates');
  });

  test('a base address may hold the beginning of a path', () => {
    const there = { ...target, allow: ['creates'] as const, optimise: { path: '/cancel', body: {} } };
    const budget = createBudget({ ...there, baseUrl: 'http://a.invalid/v1' });
    expect(refusalOf(() => budget.claim('optimise-payment-methods', {}))).toContain('irreversible');
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
