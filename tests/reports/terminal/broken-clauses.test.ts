import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { findingsMark } from '../../../reports/run/test-outcomes.ts';
import { brokenClauses } from '../../../reports/terminal/live.ts';
import { clauseOf } from '../../../schemas/clauses.ts';

const of = (operation: string) => ({ annotations: [{ type: 'operation', description: operation }] });
const met = (...clauses: string[]) => ({ annotations: clauses.map((clause) => findingsMark(clause)) });

test('a clause is told once for each operation, with what it says', () => {
  const broken = brokenClauses();
  const lines = broken
    .of(of('refund'), met('2.9/amount/decimal'))
    .map((line) => stripVTControlCharacters(line));
  expect(lines).toEqual(['✗ 2.9/amount/decimal  refund', `    ${clauseOf('2.9/amount/decimal').statement}`]);
  expect(broken.of(of('refund'), met('2.9/amount/decimal'))).toEqual([]);
  expect(broken.of(of('capture'), met('2.9/amount/decimal'))).toHaveLength(2);
});

test('a test without findings, or with a mark that is no clause, tells nothing', () => {
  expect(brokenClauses().of(of('refund'), met())).toEqual([]);
  expect(brokenClauses().of(of('refund'), met('no/clause'))).toEqual([]);
});
