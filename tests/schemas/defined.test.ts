import { describe, expect, test } from 'vitest';
import { defined } from '../../schemas/defined.ts';

describe('given members', () => {
  test('are those that are not undefined', () => {
    const made = defined({ a: 1, b: undefined as string | undefined });
    expect(Object.keys(made)).toEqual(['a']);
  });

  test('keep what is null, empty, zero or false', () => {
    const members = { a: null, b: '', c: 0, d: false };
    expect(defined(members)).toEqual(members);
  });
});
