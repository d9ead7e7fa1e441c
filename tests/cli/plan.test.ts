import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { amountLacking, limitsToRaise, makePlan, sumsOf, totalsOf } from '../../cli/plan/make-plan.ts';
import { type Rehearsal, substituteFor } from '../../cli/plan/rehearse.ts';
import { plan, planLines } from '../../cli/run/plan.ts';
import { amountCaps, defaultContext, largestBatch } from '../../generators/context.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { withMargin } from '../../reports/statement/gaps.ts';
import type { JsonObject, OperationId } from '../../schemas/types.ts';
import { readTargetFile } from '../../targets/file/target-file.ts';
import { BudgetExhausted } from '../../targets/refused-send.ts';
import { whyNotSend } from '../../targets/sending/budget.ts';
import { loadTarget } from '../../targets/target.ts';
import { folderWith } from '../targets/target-folder.ts';
import { emptyFolder, runCommand } from './command.ts';

const limits = {
  timeoutMs: 1000,
  requests: 500,
  requestsPerSecond: 2,
  amountPerRequest: 10,
  amountTotal: 100,
  concurrent: 2,
  parts: 1,
};

function exchange(
  operation: OperationId,
  test: string,
  value: JsonObject,
  intent = 'valid',
): EvidenceExchange {
  const origin = { file: 'refund.spec.js', test, ordinal: 0, seed: 1 };
  return { operation, origin, sent: { value, intent } } as unknown as EvidenceExchange;
}

const paid = { currency: 'USD', amount: '4.50' };
const refunds = {
  refund_orders: [
    { ...paid, refund_amount: '1.25' },
    { ...paid, refund_amount: '0.25' },
  ],
};

const stopped = {
  file: 'refund.spec.ts',
  title: 'stops',
  operation: 'refund',
  skipped: 'limit of the target reached: limits.requests is 5',
};

const rehearsal = {
  settings: {
    target: { name: 'sandbox', allow: ['reads', 'moves-money'] },
    profile: 'ci',
    seed: 7,
    runs: 3,
    operations: ['refund'],
  },
  tests: [
    { file: 'refund.spec.ts', title: 'refunds', operation: 'refund' },
    stopped,
    { file: 'cancel.spec.ts', title: 'cancels', operation: 'cancel', skipped: 'effect not allowed' },
  ],
  exchanges: [
    exchange('direct-payment', 'refunds', paid),
    exchange('refund', 'refunds', refunds),
    exchange('refund', 'refunds', { refund_orders: [{ ...paid, refund_amount: '9' }] }, 'odd'),
    exchange('query', 'stops', {}),
  ],
} as unknown as Rehearsal;

describe('sumsOf', () => {
  test('reads amounts where each operation has them', () => {
    expect(sumsOf('direct-payment', paid)).toEqual([{ currency: 'USD', amount: 4.5 }]);
    expect(sumsOf('payout', { payment_currency: 'EUR', payment_amount: '7' })).toEqual([
      { currency: 'EUR', amount: 7 },
    ]);
    expect(totalsOf(sumsOf('refund', refunds))).toEqual([{ currency: 'USD', amount: 1.5 }]);
  });

  test('counts nothing for what moves nothing', () => {
    expect(sumsOf('query', paid)).toEqual([]);
    expect(sumsOf('cancel', { cancel_orders: [paid] })).toEqual([]);
  });

  test('keeps odd amounts at their largest and names no odd currency', () => {
    expect(sumsOf('direct-payment', { currency: 'us$', amount: '1,000.00' })).toEqual([
      { currency: '?', amount: 100_000 },
    ]);
  });
});

describe('makePlan', () => {
  const made = makePlan(rehearsal, limits, { wouldNotStart: 'the key is missing' });

  test('counts requests by operation and effect, and sums by currency', () => {
    expect(made).toMatchObject({ requests: 4, byEffect: { reads: 1, 'moves-money': 3 }, leastSeconds: 2 });
    expect(made.moved).toEqual([{ currency: 'USD', amount: 15 }]);
    expect(made.operations.find(({ operation }) => operation === 'refund')).toEqual({
      operation: 'refund',
      effect: 'moves-money',
      requests: 2,
      wrong: 1,
      asked: [{ currency: 'USD', amount: 1.5 }],
      askedByWrong: [{ currency: 'USD', amount: 9 }],
    });
  });

  test('counts payouts apart, since nothing undoes them', () => {
    const paidOut = exchange('payout', 'refunds', { payment_currency: 'EUR', payment_amount: '7' });
    const withPayout = { ...rehearsal, exchanges: [...rehearsal.exchanges, paidOut] } as Rehearsal;
    const { forGood, moved } = makePlan(withPayout, limits);
    expect(forGood).toEqual({ requests: 1, moved: [{ currency: 'EUR', amount: 7 }] });
    expect(moved.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    expect(planLines(makePlan(withPayout, limits))).toContain(
      'Of it for good: 1 payout, which nothing undoes: 7.00 EUR',
    );
    expect(planLines(made).some((line) => line.startsWith('Of it for good'))).toBe(false);
  });

  test('gives each test its requests, from the sources as well as compiled', () => {
    expect(made.tests.map(({ title, requests }) => `${title} ${requests}`)).toEqual([
      'refunds 3',
      'stops 1',
      'cancels 0',
    ]);
  });

  test('says what would not run, and why', () => {
    expect(made.notRun).toEqual([
      { reason: 'effect not allowed', tests: 1, requests: 0 },
      { reason: stopped.skipped, tests: 1, requests: 1 },
    ]);
    expect(made.limited).toBe(false);
  });

  test('prints tests, sums, reasons and where the numbers come from', () => {
    const lines = planLines(made);
    expect(lines).toContain('refund: 1 test');
    expect(lines).toContain('      3  refund.spec.ts › refunds');
    expect(lines).toContain('Money that requests would ask to move: 15.00 USD');
    expect(lines).toContain(`  1 test: ${stopped.skipped} (after 1 request)`);
    expect(lines.join('\n')).toContain(
      'a rehearsal against the embedded endpoint; nothing was sent to the target',
    );
    expect(lines.at(-1)).toBe('A run would not start yet: the key is missing');
  });

  test('prints the limits that are too low, and those that would end no test', () => {
    const enough = limitsToRaise(rehearsal, { ...limits, requests: 3, amountTotal: 12 });
    const lines = planLines(makePlan(rehearsal, limits, enough === undefined ? {} : { enough }));
    const at = lines.indexOf('  limits.requests is 3; the run sends 4');
    expect(lines.slice(at - 1, at + 4)).toEqual([
      'Limits of the target file would end tests, and a run of which they end more than a tenth is incomplete:',
      '  limits.requests is 3; the run sends 4',
      '  limits.amountTotal is 12.00; its requests name 15.00 in all',
      '  With these none would end a test, in at least 2 seconds:',
      '    "limits": { "requests": 5, "amountTotal": "16.00" }',
    ]);
    expect(planLines(makePlan(rehearsal, limits)).join()).not.toContain('"limits"');
  });
});

describe('limits that would end no test', () => {
  const needing = (wanted: number) => ({
    ...rehearsal,
    tests: [
      { ...stopped, skipped: new BudgetExhausted('refund', 'amountPerRequest', limits, wanted).message },
    ],
  });

  test('are worked out for each limit that a rehearsal needs more of', () => {
    expect(limitsToRaise(rehearsal, { ...limits, requests: 3, amountTotal: 14 })?.limits).toEqual({
      requests: 5,
      amountTotal: '16.00',
    });
    expect(limitsToRaise(rehearsal, { ...limits, requests: 4, amountTotal: 15 })).toBeUndefined();
  });

  test('let one request name what it needed, at least a full batch of smallest amounts', () => {
    const found = limitsToRaise(rehearsal, limits, amountLacking(needing(40)));
    expect(found?.tooLow).toEqual([{ limit: 'amountPerRequest', is: 10, needed: 40 }]);
    expect(found?.limits).toEqual({ amountPerRequest: '42.00' });
    expect(amountLacking(rehearsal)).toBeUndefined();
    expect(amountLacking(needing(0.5))).toBe(1.01);
    const target = { currencies: [{ currency: 'JPY', smallest: '50' }] };
    expect(amountLacking({ ...needing(51), settings: { target } as never })).toBe(5050);
  });

  test.each([0.5, 1, 1.01, 2.02, 5, 9.09, 47.3])(
    'leave room for the largest batch where they are %f',
    (least) => {
      const most = withMargin(Math.max(least, amountLacking(needing(least)) ?? 0));
      for (const amountPerRequest of [least, most].filter((one) => one >= 1.01)) {
        const cents =
          amountCaps({ ...defaultContext, amountLimit: amountPerRequest.toFixed(2) })?.entry ?? 0n;
        const entry = { currency: 'EUR', amount: (Number(cents) / 100).toFixed(2) };
        const target = {
          allow: ['moves-money'] as const,
          limits: { ...limits, amountPerRequest },
          environment: 'embedded' as const,
        };
        const review_orders = Array.from({ length: Number(largestBatch) }, () => entry);
        expect(whyNotSend('review', { review_orders }, target as never)).toBeUndefined();
      }
    },
  );

  test('are the same whatever the limits were that are too low', () => {
    const low = limitsToRaise(rehearsal, { ...limits, requests: 1, amountTotal: 1 });
    expect(limitsToRaise(rehearsal, { ...limits, requests: 2, amountTotal: 3 })?.limits).toEqual(low?.limits);
  });
});

describe('a stand-in', () => {
  const file = {
    name: 'real',
    environment: 'sandbox',
    baseUrl: 'https://real.example/gateway',
    merchant: { merchant_id: 'M7', account_id: 'A7' },
    signing: { recipe: 'sha256-concat', fields: ['amount'], key: { env: 'A_KEY_NOBODY_SET' } },
    headers: { 'x-api-key': { env: 'ANOTHER_KEY_NOBODY_SET' } },
    cards: { env: 'CARDS_NOBODY_SET' },
    allow: ['reads', 'moves-money'],
    currencies: ['USD'],
    notify: { url: 'https://shop.example/notify', port: 4444 },
    limits: { requestsPerSecond: 1, amountTotal: '70' },
  };

  test.each([
    ['a broken certification file', { certification: './beside.json' }, '"product" must be an object'],
    ['a broken deviation file', { deviations: './beside.json' }, 'beside.json: "'],
    ['a missing certification file', { certification: './no.json' }, 'no.json: there is no such'],
    ['a missing deviation file', { deviations: './no.json' }, 'no.json: there is no such'],
  ])('is not planned with %s', async (_what, more, says) => {
    const folder = folderWith({ 'real.json': { ...file, ...more }, 'beside.json': { product: 5 } });
    const words = ['plan', '--target', join(folder, 'real.json')];
    await expect(runCommand(plan, words)).rejects.toThrow(says);
  });

  test('is not made of a file that breaks a rule, and that file is named', async () => {
    const folder = emptyFolder();
    const real = join(folder, 'real.json');
    writeFileSync(real, JSON.stringify({ ...file, orderNumbers: { alphabet: 'z-a' } }));
    await expect(substituteFor(real, folder)).rejects.toThrow(
      `${real}: "orderNumbers.alphabet" must be characters`,
    );
  });

  test('keeps what shapes the tests and nothing that leads to the target', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'real.json'), JSON.stringify(file));
    const { endpoint, targetFile } = await substituteFor(join(folder, 'real.json'), folder);
    await endpoint?.close();
    const standIn = loadTarget(targetFile, {});
    expect(standIn).toMatchObject({
      name: 'real',
      environment: 'sandbox',
      merchant: file.merchant,
      allow: file.allow,
      currencies: [{ currency: 'USD' }],
      headers: {},
      limits: { amountTotal: 70, amountPerRequest: 10, requests: 500, requestsPerSecond: 1_000_000 },
    });
    expect(standIn.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(JSON.stringify(readTargetFile(targetFile))).not.toMatch(/real\.example|shop\.example|NOBODY_SET/);
  });
});
