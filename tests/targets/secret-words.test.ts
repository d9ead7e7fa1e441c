import { describe, expect, test } from 'vitest';
import { credentialsIn, whyTooShort } from '../../targets/file/secret.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('credentialsIn', () => {
  test.each([
    ['Bearer canary-1234567', ['canary-1234567']],
    [
      basic('merchant:pass-word'),
      [basic('merchant:pass-word').slice(6), 'merchant:pass-word', 'merchant', 'pass-word'],
    ],
    ['Token token="abcdef-1"', ['token=', 'abcdef-1']],
    ['sid=abcdef-1; lang=en', ['sid=abcdef-1', 'abcdef-1', 'lang=en', 'en']],
  ])('of %j names each by itself', (value, words) => {
    expect(credentialsIn(value)).toEqual(expect.arrayContaining(words));
  });

  test.each(['Bearer canary-1234567', ' Bearer  canary-1234567 '])('of %j leaves the scheme out', (value) =>
    expect(credentialsIn(value)).toEqual(['canary-1234567']),
  );
});

describe('whyTooShort', () => {
  test.each(['Zq9xW', 'Bearer Zq9xW', ' Zq9xW ', ...['merchant:ab', 'merchant:abcde'].map(basic)])(
    'refuses %j',
    (value) => {
      expect(whyTooShort(value)).toMatch(/shorter than 6 characters/);
      expect(whyTooShort(value)).not.toContain('Zq9xW');
    },
  );

  test.each([
    'Zq9xWv',
    'Bearer canary-1',
    basic('api-key-1:'),
    basic('api-key-1:x'),
    basic('merchant:abcdef'),
  ])('takes %j', (value) => expect(whyTooShort(value)).toBeUndefined());
});
