import { expect, test } from 'vitest';
import { oddityOf } from '../../targets/file/secret.ts';

test.each(['"key-1234"', "'key-1234'", '`key\n1234`'])('a secret in quotes is odd: %j', (secret) => {
  expect(oddityOf(secret)).toBe('is in quotes, which count as part of it');
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

test.each([
  ['\ufeffk9-1', /byte order mark/],
  ['k9\u200b-1', /not seen/],
  ['$\u007bSANDBOX_KEY}', /placeholder/],
  ['$SANDBOX_KEY', /placeholder/],
  ['{{ sandbox_key }}', /placeholder/],
  ['<your key>', /placeholder/],
  ['-----BEGIN PRIVATE KEY-----', /PEM/],
  ['{ "key": "k9-1" }', /JSON/],
  ['SANDBOX_KEY=k9-1', /equals sign/],
  ['export SANDBOX_KEY=k9-1', /equals sign/],
])('a secret copied with more than itself, or not at all: %j', (secret, words) => {
  expect(oddityOf(secret)).toMatch(words);
  expect(oddityOf(secret)).not.toContain('k9');
});

test.each(['QUJD', 'QUJDRA==', 'a$b', '$2b$10$abc', 'K=', '<k>-1'])(
  'one that only looks like it is not: %s',
  (secret) => {
    expect(oddityOf(secret)).toBeUndefined();
  },
);
