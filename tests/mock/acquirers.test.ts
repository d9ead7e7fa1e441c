import { describe, expect, test } from 'vitest';
import { acquirerLines } from '../../mock/acquirers/acquirer.ts';
import { acquirers } from '../../mock/acquirers/registry.ts';
import { hasClause } from '../../schemas/clauses.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import { callAround } from './journey.ts';
import { openMerchant } from './merchant.ts';
import { tradeWith } from './trade.ts';

function findingsOf(exchanges: readonly JudgedExchange[]): readonly Finding[] {
  return [...exchanges.flatMap(({ judgement }) => judgement.findings), ...judgeRun(exchanges).findings];
}

describe.each(acquirers)('acquirer $name', ({ name, announces, habits, description }) => {
  const unannounced = (exchanges: readonly JudgedExchange[]) =>
    findingsOf(exchanges)
      .filter(({ clause, verdict }) => verdict !== 'warn' || !announces.includes(clause))
      .map(
        ({ verdict, clause, operation, path, received }) =>
          `${verdict} ${clause} ${operation} ${path} ${received}`,
      );

  test('takes every operation from the merchant of its target file', async () => {
    const merchant = await openMerchant(name);
    const refused = await tradeWith(merchant);
    expect(refused).toEqual([]);
    expect(unannounced(merchant.caller.exchanges)).toEqual([]);
  });

  test('obeys the document whatever it is sent', async () => {
    const { caller } = await openMerchant(name);
    for (const { id } of documentedOperations) await callAround(caller, id);
    // Requests that its target file would not let through are refused often, and a refusal may have any form (7.8).
    const others = unannounced(caller.exchanges).filter(
      (line) => !/^warn 1\.4\/(?:xml|html|json) /.test(line),
    );
    expect(others).toEqual([]);
  });

  test('says what it insists on, and why it may', () => {
    expect(description).toMatch(/\.$/);
    expect(habits.length).toBeGreaterThan(2);
    expect(habits.filter(({ insists, because }) => !/\.$/.test(insists) || because.length < 20)).toEqual([]);
    expect(announces.filter((clause) => !hasClause(clause))).toEqual([]);
  });
});

describe('docs/acquirers.md', () => {
  test('is what the acquirers say of themselves', async () => {
    const intro = [
      '# Acquirers',
      '',
      'Whole services to practise on: each is the embedded endpoint with habits that the document allows, put together as a real acquirer would.',
      "Serve one with `npx payment-acquiring-conformance mock --acquirer NAME`, or run against it with its merchant's target file:",
      '',
      '    TARGET=targets/acquirers/capture-first.json npx playwright test',
      '',
      '`mock --acquirer NAME` also prints the life of an order: which calls it takes in which state.',
      'This page is written from the code (`npx vitest run tests/mock/acquirers.test.ts -u`).',
      '',
    ];
    const page = [...intro, ...acquirers.flatMap((acquirer) => [...acquirerLines(acquirer, false), ''])];
    await expect(page.join('\n')).toMatchFileSnapshot('../../docs/acquirers.md');
  });
});
