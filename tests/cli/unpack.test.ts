import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { unpacked } from '../../cli/judge/body.ts';

describe('unpacked', () => {
  const text = Buffer.from('{"return_status":"1"}');
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', text],
    [undefined, text],
    ['gzip', text],
    ['br', text],
    ['zstd', text],
    ['unheard-of', text],
  ])('%s gives the body, whatever the recorder undid of it', (encoding, bytes) => {
    expect(Buffer.from(unpacked(bytes, encoding) ?? []).equals(text)).toBe(true);
  });

  test.each([
    ['gzip', gzipSync(text).subarray(0, 20)],
    ['gzip', Buffer.from('\u001f\ufffd\b\u0000')],
    ['zstd', Buffer.from('28b52ffd00', 'hex')],
    ['br', brotliCompressSync(text).subarray(0, 9)],
    ['compress', Buffer.from('1f9d907b', 'hex')],
    ['gzip', gzipSync(Buffer.alloc(65 * 1024 * 1024))],
  ])('%s that cannot be unpacked stays unjudged', (encoding, bytes) => {
    expect(unpacked(bytes, encoding)).toBeUndefined();
  });
});
