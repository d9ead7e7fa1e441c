import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { findingsMark } from '../../../reports/run/test-outcomes.ts';
import { brokenClauses } from '../../../reports/terminal/live.ts';
import { clauseOf } from '../../../schemas/clauses.ts';

const met = (...clauses: string[]) => ({ annotations: clauses.map((clause) => findingsMark(clause)) });

test('a clause is told once, with what it says', () => {
  const broken = brokenClauses();
  const lines = broken(met('2.9/amount/decimal')).map((line) => stripVTControlCharacters(line));
  expect(lines).toEqual(['✗ 2.9/amount/decimal', `    ${clauseOf('2.9/amount/decimal').statement}`]);
  expect(broken(met('2.9/amount/decimal'))).toEqual([]);
  expect(broken(met('2.9/amount/echo'))).toHaveLength(2);
});

test('a test without findings, or with a mark that is no clause, tells nothing', () => {
  expect(brokenClauses()(met())).toEqual([]);
  expect(brokenClauses()(met('no/clause'))).toEqual([]);
});
