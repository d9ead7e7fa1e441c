import { expect, test } from 'vitest';
import { didYouMean, didYouMeanOrKnown } from '../../targets/nearest.ts';

const known = ['capture', 'refund', 'EUR'];

test.each([
  ['captrue', ' Did you mean "capture"?'],
  ['Refund', ' Did you mean "refund"?'],
  ['euro', ' Did you mean "EUR"?'],
  ['settlement', ''],
])('of the known names, %s is answered with "%s"', (name, words) => {
  expect(didYouMean(name, known)).toBe(words);
});

test('where nothing is known, nothing is meant', () => {
  expect(didYouMean('capture', [])).toBe('');
  expect(didYouMeanOrKnown('capture', [])).toBe('');
});

test('few names are all told where none of them is near', () => {
  expect(didYouMeanOrKnown('settlement', known)).toBe(' Known: capture, refund, EUR.');
  expect(didYouMeanOrKnown('captrue', known)).toBe(' Did you mean "capture"?');
});
