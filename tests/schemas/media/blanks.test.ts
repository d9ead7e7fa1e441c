import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWide, squeezeBlanks, startSqueeze } from '../../../schemas/media/blanks.ts';
import { decode } from '../../../schemas/media/decode.ts';
import { limits } from '../../../schemas/media/limits.ts';

const long = limits.bytes + 1000;

describe('squeezeBlanks', () => {
  test('leaves a body that is short enough as it is', () => {
    const body = Buffer.from(`{"a":1${' '.repeat(100_000)}}`);
    expect(squeezeBlanks(body).body).toBe(body);
  });
  test.each([
    ['behind', `{"a":"x"}${' '.repeat(long)}`],
    ['before', `${'\n\t '.repeat(long / 3)}{"a":"x"}`],
    ['inside', `{"a":${'\r\n'.repeat(long / 2)}"x"}`],
  ])('lets a body be read whose blanks stand %s', (_where, text) => {
    const { body, blanks } = squeezeBlanks(Buffer.from(text));
    expect(body.length).toBeLessThan(limits.blankRun + 20);
    expect(body.length + blanks).toBe(text.length);
    expect(decode('json', Buffer.from(text))).toMatchObject({ ok: true, value: { a: 'x' } });
  });
  test.each(['utf16le', 'utf16be'] as const)('keeps the characters of %s whole', (encoding) => {
    const text = `\ufeff<respon>${' '.repeat(long)}<a>x</a></respon>`;
    const little = Buffer.from(text, 'utf16le');
    const body = encoding === 'utf16be' ? little.swap16() : little;
    expect(decode('xml', body)).toMatchObject({ ok: true, value: { respon: { a: 'x' } } });
  });
  test('keeps everything that is no blank', () => {
    const body = Buffer.alloc(long);
    expect(squeezeBlanks(body).body.length).toBe(long);
  });
  test('reads nothing that is beyond all bounds', () => {
    const body = Buffer.alloc(limits.readBytes + 1, ' ');
    expect(squeezeBlanks(body).body).toBe(body);
  });
  test('squeezes the same whatever the chunks are', () => {
    const whole = Buffer.from(`a${' '.repeat(9001)}b${' '.repeat(5003)}`);
    const squeezedBy = (size: number) => {
      const squeeze = startSqueeze(isWide(whole));
      const kept: Uint8Array[] = [];
      for (let at = 0; at < whole.length; at += size) kept.push(squeeze.take(whole.subarray(at, at + size)));
      return { text: Buffer.concat([...kept, squeeze.end()]).toString(), leftOut: squeeze.leftOut };
    };
    const once = squeezedBy(whole.length);
    expect(once.text.replaceAll(/ +/g, ' ')).toBe('a b ');
    for (const size of [1, 2, 3, 5, 7, 4096]) expect(squeezedBy(size)).toEqual(once);
  });
  test('leaves out of each long run what goes beyond its bound, in whole fours', () => {
    const run = fc.tuple(
      fc.constantFrom('a', '{}', ' ', '\n\t'),
      fc.oneof(fc.constantFrom(1, 2047, 2048, 4095, 4096, 4097, 4100), fc.nat(9000)),
    );
    fc.assert(
      fc.property(fc.array(run, { maxLength: 6 }), fc.array(fc.nat(9000), { maxLength: 9 }), (runs, cuts) => {
        const text = runs.map(([signs, times]) => signs.repeat(times)).join('');
        const body = Buffer.from(text);
        const places = [0, ...cuts.sort((one, other) => one - other), body.length];
        const squeeze = startSqueeze(false);
        const kept = places
          .slice(1)
          .map((end, at) => squeeze.take(body.subarray(places[at], Math.max(end, places[at] ?? 0))));
        const wanted = text.replaceAll(/\s+/g, (blanks) => {
          const over = Math.max(0, blanks.length - limits.blankRun);
          return blanks.slice(0, blanks.length - over) + blanks.slice(blanks.length - (over % 4));
        });
        expect(Buffer.concat([...kept, squeeze.end()]).equals(Buffer.from(wanted))).toBe(true);
        expect(squeeze.leftOut).toBe(text.length - wanted.length);
      }),
      { numRuns: 300 },
    );
  });
});
