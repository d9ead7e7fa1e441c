import { expect, test } from 'vitest';
import { openClauseSet } from '../../schemas/clause-set.ts';
import { clauses } from '../../schemas/clauses.ts';

const ids = clauses.map(({ id }) => id);
const setOf = (members: readonly string[]) => {
  const set = openClauseSet();
  for (const id of members) set.add(id);
  return set.list();
};

test('a set of clauses is told in the order of their ids, each once', () => {
  const some = ids.filter((_id, at) => at % 7 === 3);
  expect(setOf([...some].reverse().concat(some))).toEqual([...some].sort());
  expect(setOf(ids)).toEqual([...ids].sort());
  expect(setOf([])).toEqual([]);
});

test('every clause alone is told as itself', () => {
  expect(ids.map((id) => setOf([id]))).toEqual(ids.map((id) => [id]));
});

test('an id that the register does not have is kept in its place', () => {
  expect(setOf(['2.9/amount/decimal', '0/unknown', '9.9/unknown'])).toEqual([
    '0/unknown',
    '2.9/amount/decimal',
    '9.9/unknown',
  ]);
});

test('equal sets share one list that nobody can change', () => {
  const [first, last] = [ids[0] ?? '', ids.at(-1) ?? ''];
  expect(setOf([first, last])).toBe(setOf([last, first]));
  expect(setOf([first, last])).not.toBe(setOf([first]));
  expect(Object.isFrozen(setOf([first]))).toBe(true);
});
