import { expect, test } from 'vitest';
import { oddityOf } from '../../targets/secret.ts';

test.each(['"key-1234"', "'key-1234'", '`key\n1234`'])('a secret in quotes is odd: %j', (secret) => {
  expect(oddityOf(secret)).toBe('stands in quotes, which count as a part of it');
});

test.each([' key-1234', 'key-1234\t'])('a secret with a blank at an end is odd: %j', (secret) => {
  expect(oddityOf(secret)).toBe('begins or ends with a blank, which counts as a part of it');
});

test.each(['key 1234', '"key" 1234', 'key "1234"', '"key-1234\'', "it's-a-key'"])(
  '%j is like any other',
  (secret) => {
    expect(oddityOf(secret)).toBeUndefined();
  },
);
