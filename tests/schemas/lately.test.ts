import { expect, test } from 'vitest';
import { keptLately } from '../../schemas/lately.ts';

test('what was made for equal words is given again until others take its place', () => {
  const made: string[] = [];
  const lately = keptLately<{ readonly text: string }>(2);
  const make = (word: string, context: { readonly prefix: string }) =>
    lately([word, context], () => {
      made.push(word);
      return { text: `${word} ${context.prefix}` };
    });
  const first = make('refund', { prefix: 'A' });
  expect(make('refund', { prefix: 'A' })).toBe(first);
  expect(make('refund', { prefix: 'B' })).toEqual({ text: 'refund B' });
  expect(make('refund', { prefix: 'A' })).toBe(first);
  expect(make('query', { prefix: 'B' })).toEqual({ text: 'query B' });
  expect(make('refund', { prefix: 'A' })).not.toBe(first);
  expect(made).toEqual(['refund', 'refund', 'query', 'refund']);
});

test('one text is a word of its own', () => {
  const lately = keptLately<object>(5);
  const [one, other, listed] = [lately('a', Object), lately('b', Object), lately(['a'], Object)];
  expect(new Set([one, other, listed]).size).toBe(3);
  expect([lately('a', Object), lately('b', Object), lately(['a'], Object)]).toEqual([one, other, listed]);
  expect(lately('a', Object)).toBe(one);
});
