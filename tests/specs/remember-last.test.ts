import { expect, test } from 'vitest';
import { rememberLast } from '../../specs/support/remember-last.ts';

test('equal words are answered with what was made before, others are not', () => {
  const made: string[] = [];
  const make = rememberLast((word: string, context: { readonly prefix: string }) => {
    made.push(word);
    return { text: `${word} ${context.prefix}` };
  });
  const first = make('refund', { prefix: 'A' });
  expect(make('refund', { prefix: 'A' })).toBe(first);
  expect(make('refund', { prefix: 'B' })).toEqual({ text: 'refund B' });
  expect(make('query', { prefix: 'B' })).toEqual({ text: 'query B' });
  expect(make('refund', { prefix: 'A' })).not.toBe(first);
  expect(made).toEqual(['refund', 'refund', 'query', 'refund']);
});
