import { expect, test } from 'vitest';
import { isMade, madeTrials, trialOf } from '../../reports/statement/trials.ts';
import { evidenceOf } from './small-register.ts';

const test7 = { test: 'refund › any batch', ordinal: 0, seed: 7 };

test('a named case is the same trial under every seed', () => {
  const named = { ...test7, caseName: 'currency/blank' };
  expect(trialOf(named)).toEqual({ test: test7.test, case: 'currency/blank' });
  expect(trialOf({ ...named, seed: 8 })).toEqual(trialOf(named));
  expect(trialOf(test7)).toEqual({ test: test7.test });
});

test('a drawn case belongs to its number and seed, with its smaller variants', () => {
  const drawn = { ...test7, caseName: 'any', path: '3' };
  expect(trialOf(drawn)).toEqual({ test: test7.test, case: 'any, number 3 of seed 7' });
  expect(trialOf({ ...drawn, path: '3:0:1' })).toEqual(trialOf(drawn));
  expect(trialOf({ ...drawn, seed: 8 })).not.toEqual(trialOf(drawn));
  expect(trialOf({ ...test7, path: '3' }).case).toBe('case, number 3 of seed 7');
});

test('a combination of classes belongs to its seed, a class of values does not', () => {
  const combined = { ...test7, caseName: 'classes/5' };
  expect(trialOf({ ...combined, seed: 8 })).not.toEqual(trialOf(combined));
  const single = { ...test7, caseName: 'classes/emoji' };
  expect(trialOf({ ...single, seed: 8 })).toEqual(trialOf(single));
});

test('the trials of a run are its tests with their named cases', () => {
  const made = madeTrials(
    evidenceOf(
      {},
      { origin: { caseName: 'b' } },
      { origin: { caseName: 'a' } },
      { origin: { test: 'other' } },
    ),
  );
  expect(made).toEqual([
    { test: 'other', cases: [] },
    { test: 'refund › answers', cases: ['a', 'b'] },
  ]);
  expect(isMade({ test: 'refund › answers', case: 'a' }, made)).toBe(true);
  expect(isMade({ test: 'refund › answers', case: 'c' }, made)).toBe(false);
  expect(isMade({ test: 'other' }, made)).toBe(true);
  expect(isMade({ test: 'nothing' }, made)).toBe(false);
});
