import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialects } from '../../mock/dialects/registry.ts';
import { startMock } from '../../mock/server.ts';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { judgeRun } from '../../schemas/judge-run.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { openCaller, signing } from './caller.ts';
import { callAround } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

describe.each(dialects)('the dialect $name', ({ name, reason, declares }) => {
  test('raises nothing but the warnings that it declares', async () => {
    const caller = openCaller(`${mock.url}/dialects/${name}`);
    for (const { id } of documentedOperations) await callAround(caller, id);
    const found = [
      ...caller.exchanges.flatMap(({ judgement }) => judgement.findings),
      ...judgeRun(caller.exchanges).findings,
    ];
    const undeclared = found.filter(
      ({ clause, verdict }) => verdict !== 'warn' || !declares.warns.includes(clause),
    );
    expect(undeclared).toEqual([]);
    // A warning that never comes is no property of the dialect.
    const silent = declares.warns.filter(
      (clause) => !clauseOf(clause).needsBrowser && !found.some((finding) => finding.clause === clause),
    );
    expect(silent).toEqual([]);
  });

  test('names its reason and clauses that exist', () => {
    expect(reason.length).toBeGreaterThan(40);
    expect(declares.warns.filter((clause) => !hasClause(clause))).toEqual([]);
  });
});
