import { describe, expect, test } from 'vitest';
import { digestOf, digestText, type EvidenceDigest, readDigestText } from '../../../reports/digest.ts';
import { addSignature, checkSeal, privateKeyIn, publicKeyOf } from '../../../reports/signing/seal.ts';
import { keyPair } from './keys.ts';

const [laboratory, body] = [keyPair(), keyPair()];
const plain = digestOf([{ path: 'a.txt', bytes: 1, sha256: 'ab'.repeat(32) }]);
const signed = addSignature(plain, 'evidence', laboratory.secret);
const both = addSignature(signed, 'evidence', body.secret);
const check = (digest: EvidenceDigest) => checkSeal(digest, 'evidence');

describe('a seal', () => {
  test('names its keys in the order in which they signed', () => {
    expect(check(plain)).toEqual({ keys: [], problems: [] });
    expect(check(both)).toEqual({
      keys: [publicKeyOf(laboratory.open), publicKeyOf(body.open)],
      problems: [],
    });
    expect(readDigestText(digestText(both))).toEqual(both);
  });

  test('is wrong for another root, and for another subject', () => {
    expect(check({ ...both, root: 'cd'.repeat(32) }).problems).toHaveLength(2);
    expect(checkSeal(signed, 'package').problems).toEqual(['the signature does not fit the root digest']);
  });

  test('a counter-signature is about the signature before it', () => {
    const [counter] = both.counterSignatures ?? [];
    const other = addSignature(plain, 'evidence', keyPair().secret);
    const moved = { ...other, counterSignatures: counter === undefined ? [] : [counter] };
    expect(check(moved).problems).toEqual(['the counter-signature 1 does not fit the root digest']);
    const { signature: _, ...lonely } = both;
    expect(check(lonely).problems).toEqual(['a counter-signature lacks the signature that it is about']);
  });

  test('a key signs once', () => {
    expect(() => addSignature(both, 'evidence', laboratory.secret)).toThrow('has signed it already');
  });
});

test.each([
  ['-----BEGIN PRIVATE KEY-----\ncanary-9c1\n-----END PRIVATE KEY-----', 'cannot be read as a private key'],
  [
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\ncanary-9c1\n-----END ENCRYPTED PRIVATE KEY-----',
    'it is encrypted',
  ],
  [laboratory.open, 'cannot be read as a private key'],
])('a key that cannot sign is refused without a word of it', (pem, message) => {
  expect(() => privateKeyIn(pem)).toThrow(message);
  try {
    privateKeyIn(pem);
  } catch (error) {
    expect(String(error)).not.toContain('canary');
  }
});
