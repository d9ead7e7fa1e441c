import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readTimeStamp } from '../../../reports/signing/seal.ts';
import { genuineResponse } from './genuine-response.ts';
import { responseWith, tokenOver } from './time-stamp-of.ts';

const digest = createHash('sha256').update('payment-acquiring-conformance').digest('hex');

describe('readTimeStamp', () => {
  test('reads what an authority really sends', () => {
    expect(readTimeStamp(genuineResponse)).toEqual({
      algorithm: 'sha256',
      imprint: digest,
      time: '2026-11-22T06:39:27.000Z',
      policy: '1.2.3.4.1',
      serial: expect.stringMatching(/^0[12]$/),
    });
  });

  test('reads a token alone and one inside a response', () => {
    const token = tokenOver(digest, { time: '20260131120500.25Z' });
    const read = {
      algorithm: 'sha256',
      imprint: digest,
      time: '2026-01-31T12:05:00.250Z',
      policy: '1.2.3.4.1',
    };
    expect(readTimeStamp(token)).toMatchObject(read);
    expect(readTimeStamp(responseWith(token, 1))).toMatchObject(read);
  });

  test.each<[string, Buffer, string]>([
    ['a refusal', responseWith(tokenOver(digest), 2), 'the authority refused the request'],
    ['another hash', tokenOver('00'.repeat(20), { hash: 'sha1' }), 'is none of SHA-256'],
    ['another content', tokenOver(digest, { content: Buffer.from('06012a', 'hex') }), 'it stamps nothing'],
    ['a wrong time', tokenOver(digest, { time: '20261331120500Z' }), 'its time is not written'],
    ['more bytes', Buffer.concat([tokenOver(digest), Buffer.from([0x30, 0])]), 'to its last byte'],
    ['a text', Buffer.from('no time stamp at all'), 'it is not one sequence'],
    ['nothing', Buffer.alloc(0), 'it is not one sequence'],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => readTimeStamp(bytes)).toThrow(message);
  });

  test('never takes a part of what an authority sends', () => {
    for (let length = 0; length < genuineResponse.length; length += 1)
      expect(() => readTimeStamp(genuineResponse.subarray(0, length))).toThrow();
  });
});
