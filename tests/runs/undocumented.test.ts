import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Change, deciding } from '../../mock/behaviour.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { runInside } from './run-inside.ts';

removeFolders();

const operations = ['direct-payment', 'apm-payment', 'payout'] as const;

/** A service that refuses the requests of an operation without some of their fields. */
const requiring = (...names: readonly string[]): Change =>
  deciding({
    objection: ({ request }) => {
      const missing = names.find((name) => !(name in request));
      return missing === undefined
        ? undefined
        : { kind: 'schema', code: '1002', text: 'a field is missing', request };
    },
  });

const needed: Partial<Record<string, Change>> = {
  'direct-payment': requiring('item_total', 'billing_city'),
  'apm-payment': requiring('shopper_email'),
};

const told = ({ observations }: Statement, wanted: RegExp) =>
  observations
    .filter(({ detail }) => wanted.test(detail))
    .map(({ clause, operation, detail }) => `${clause} ${operation}: ${detail}`);

let runs: readonly Statement[] = [];
beforeAll(async () => {
  const folder = makeFolder();
  const run = (out: string) =>
    runInside({
      operations: [...operations, 'query', 'capture', 'cancel-subscription'],
      grep: 'shows (?:which fields|how)',
      out: join(folder, out),
      changeOf: (one) => needed[one],
    });
  runs = [await run('one'), await run('other')];
});

test('which fields a payment needs is observed alike in two runs, and never judged', () => {
  const [one, other] = runs.map((statement) => told(statement, /^needs /));
  expect(one).toEqual(
    [
      'apm-payment: needs shopper_email',
      'direct-payment: needs one of (item_total, shipping, handling, tax_total, insurance, shipping_discount, discount), more',
      'payout: needs no further field',
    ].map((words) => `2.14/required-request-fields ${words}`),
  );
  expect(other).toEqual(one);
  for (const { findings, run: sent } of runs) {
    expect(findings).toEqual([]);
    for (const operation of operations)
      expect(sent.operations[operation]?.exchanges ?? 0).toBeLessThanOrEqual(14);
  }
});

test('how an unknown party, order and subscription are answered is observed', () => {
  for (const statement of runs)
    expect(told(statement, /^an unknown /)).toEqual([
      expect.stringMatching(/^7.8\/error-bodies cancel-subscription: an unknown subscription: 200 .*3101: /),
      expect.stringMatching(/^7.8\/error-bodies capture: an unknown order: 200 .*3001: /),
      expect.stringMatching(/^7.8\/error-bodies query: an unknown account: 200 .*1008: account_id /),
      expect.stringMatching(/^7.8\/error-bodies query: an unknown merchant: 200 .*1008: merchant_id /),
    ]);
});
