import { describe, expect, test } from 'vitest';
import type { RequestCase } from '../../generators/request.ts';
import { selectCases } from '../../generators/select.ts';
import { casesOf } from './cases.ts';

describe('a selection', () => {
  const all = casesOf('payout');
  const fields = (cases: readonly RequestCase[]) => new Set(cases.map(({ name }) => name.split('/')[0]));
  const kinds = (cases: readonly RequestCase[]) =>
    new Set(cases.map(({ name }) => name.slice(name.indexOf('/'))));

  test('reaches every field and every kind with hardly more cases than fields', () => {
    const some = selectCases(all, (enough) => enough, 1);
    expect(some.length).toBeLessThan(fields(all).size + kinds(all).size / 2);
    expect(fields(some)).toEqual(fields(all));
    expect(kinds(some)).toEqual(kinds(all));
  });

  test('repeats for its seed and differs for another', () => {
    const names = (seed: number) => selectCases(all, () => 100, seed).map(({ name }) => name);
    expect(names(1)).toEqual(names(1));
    expect(names(1)).not.toEqual(names(2));
  });

  test('keeps every batch that the document shows as right', () => {
    const some = selectCases(casesOf('refund'), () => 40, 1).filter(
      ({ expectation }) => expectation === 'accepted',
    );
    expect(some).toHaveLength(3);
  });
});
