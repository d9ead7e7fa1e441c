import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { unpack } from '../../cli/judge/watched.ts';

describe('unpack', () => {
  const text = Buffer.from('{"return_status":"1"}');
  test.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    [undefined, text],
    ['gzip', text],
    ['unheard-of', text],
  ])('%s gives the body, or the bytes themselves', (encoding, bytes) => {
    expect(Buffer.from(unpack(bytes, encoding)).equals(text)).toBe(true);
  });

  test('a body that unpacks beyond the bound stays packed', () => {
    const bomb = gzipSync(Buffer.alloc(5 * 1024 * 1024));
    expect(unpack(bomb, 'gzip')).toBe(bomb);
  });
});
