import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/media/limits.ts';
import { listen } from './loopback.ts';
import { openUntilEnd, wire } from './transports.ts';

/** Three hundred megabytes, packed. */
const brotliBomb = () =>
  brotliCompressSync(Buffer.alloc(300_000_000, 'x'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** As much, packed one by one: one after the other they are one stream. */
const gzipBomb = () => Buffer.concat(Array(300).fill(gzipSync(Buffer.alloc(1_000_000, 'x'))));

/** As much, packed twice. */
const twiceBomb = () => gzipSync(gzipBomb());

/** One packed stream that goes on for ever: blanks do not fill what may be kept. */
function gzippedBlanks(): () => Buffer {
  const member = gzipSync(Buffer.alloc(1024 * 1024, ' '));
  return () => member;
}

describe('the transport', () => {
  const open = () => openUntilEnd();

  test('keeps no answer that becomes too large by unpacking', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)));
    });
    expect(await open()(wire(url))).toMatchObject({ kind: 'none', reason: 'too-large' });
  });
  test('keeps no answer that is too large', async () => {
    const { url } = await listen((_incoming, outgoing) => outgoing.end('x'.repeat(1001)));
    expect(await open()(wire(url))).toMatchObject({
      kind: 'none',
      reason: 'too-large',
      detail: 'more than 1000 bytes',
    });
  });
  test.each([
    ['an endless body', {}, () => Buffer.alloc(64 * 1024, 'x')],
    [
      'an endless body that says it is packed in a way nobody knows',
      { 'content-encoding': 'gzip, zstd' },
      () => Buffer.alloc(64 * 1024, 'x'),
    ],
    ['blanks without an end', {}, () => Buffer.alloc(1024 * 1024, ' ')],
    ['an endless stream of blanks that is packed', { 'content-encoding': 'gzip' }, gzippedBlanks()],
  ])('reads no further than it may of %s', async (_what, headers, nextChunk) => {
    let written = 0;
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, headers);
      const pour = () => {
        for (let flows = true; flows && !outgoing.destroyed; ) {
          const chunk = nextChunk();
          written += chunk.length;
          flows = outgoing.write(chunk);
        }
      };
      outgoing.on('drain', pour);
      outgoing.on('close', () => outgoing.off('drain', pour));
      pour();
    });
    const readBytes = 4_000_000;
    const answer = await open()(wire(url, { maxBytes: 100_000, readBytes, timeoutMs: 60_000 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'too-large', detail: 'more than 100000 bytes' });
    expect(written).toBeLessThan(readBytes + 10_000_000);
  });
  test.each([
    ['gzip', gzipBomb],
    ['br', brotliBomb],
    ['gzip, gzip', twiceBomb],
  ] as const)('unpacks no more of a %s bomb than it may keep', async (coding, compress) => {
    const bomb = compress();
    const { url } = await listen((_incoming, outgoing) =>
      outgoing.writeHead(200, { 'content-encoding': coding }).end(bomb),
    );
    const send = open();
    const before = process.memoryUsage().rss;
    const answer = await send(wire(url, { maxBytes: limits.bytes, timeoutMs: 30_000 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'too-large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
  test('reads what is only long by its blanks, and says how many it left out', async () => {
    const { url } = await listen((_incoming, outgoing) =>
      outgoing.setHeader('set-cookie', 'a=b').end(`{"a":1}${' '.repeat(6_000_000)}`),
    );
    const answer = await open()(wire(url, { maxBytes: 100_000 }));
    expect(answer).toMatchObject({ kind: 'answer', status: 200, blanks: 6_000_000 - limits.blankRun });
    expect(answer.kind === 'answer' && Buffer.from(answer.body).toString().trim()).toBe('{"a":1}');
  });
});
