import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaFaults } from '../../mock/faults/from-schemas.ts';
import { payoutFaults } from '../../mock/faults/payout.ts';
import { faults } from '../../mock/faults/registry.ts';
import { startMock } from '../../mock/server.ts';
import { cappedVerdict, clauseOf, clauses } from '../../schemas/clauses.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { exempt } from '../schemas/corpus/exempt.ts';
import { openCaller, signing } from './caller.ts';
import { callAround } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

describe('each fault of a payout', () => {
  const shown = [...payoutFaults, ...schemaFaults].filter(
    ({ operation, rare }) => operation === 'payout' && rare !== true,
  );
  test.each(shown)('$id breaks $clause', async ({ id, clause, verdict }) => {
    const caller = openCaller(`${mock.url}/faults/${id}`);
    await callAround(caller, 'payout');
    const found = [
      ...caller.exchanges.flatMap(({ judgement }) => judgement.findings),
      ...judgeRun(caller.exchanges).findings,
    ];
    expect(found).toContainEqual(expect.objectContaining({ clause, verdict }));
  });
});

describe('the catalogue of faults', () => {
  test('holds at least 250 faults with ids of their own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(250);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  test('claims no worse verdict than the evidence of the clause allows', () => {
    const beyond = faults.filter(
      ({ clause, verdict }) => cappedVerdict(clauseOf(clause).evidence, verdict) !== verdict,
    );
    expect(beyond.map(({ id }) => id)).toEqual([]);
  });

  test('names operations that can exercise the clause', () => {
    const astray = faults.filter(({ clause, operation }) => !clauseOf(clause).operations.includes(operation));
    expect(astray.map(({ id, clause }) => `${id} ${clause}`)).toEqual([]);
  });

  test('breaks every clause on the service that is not silent', () => {
    const broken = new Set(faults.map(({ clause }) => clause));
    const unbroken = clauses.filter(
      ({ id, obliged, evidence }) => obliged === 'service' && evidence !== 'silent' && !broken.has(id),
    );
    expect(unbroken.map(({ id }) => id)).toEqual(Object.keys(exempt));
  });
});
