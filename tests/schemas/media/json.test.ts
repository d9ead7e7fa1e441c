import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeJson, encodeJson } from '../../../schemas/media/json.ts';
import { limits } from '../../../schemas/media/limits.ts';
import type { JsonValue } from '../../../schemas/types.ts';
import { bytesOf, notesOf, problemOf, valueIn } from './read-text.ts';

const read = (text: string) => decodeJson(bytesOf(text));

describe('decodeJson', () => {
  test('keeps types, order and inherited names', () => {
    expect(valueIn(read('{"b":1,"a":["007",null,true],"constructor":"x"}'))).toEqual({
      b: 1,
      a: ['007', null, true],
      constructor: 'x',
    });
  });
  test('keeps __proto__ as a member and pollutes nothing', () => {
    const value = valueIn(read('{"__proto__":{"polluted":"yes"}}'));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  test('notes each repeated name with its path', () => {
    const decoded = read('{"a":1,"orders":[{"x":1},{"x":1,"y":{"z":1,"z":2},"x":3}],"a":2}');
    expect(notesOf(decoded)).toEqual([
      'duplicate-member orders[1].y.z',
      'duplicate-member orders[1].x',
      'duplicate-member a',
    ]);
    expect(valueIn(decoded)).toEqual({ a: 2, orders: [{ x: 1 }, { y: { z: 2 }, x: 3 }] });
  });
  test('sees through escapes that write one name twice', () => {
    expect(notesOf(read('{"amount":1,"\\u0061mount":2}'))).toEqual(['duplicate-member amount']);
  });
  test('takes no brackets, colons or commas inside strings for structure', () => {
    const value = { a: '{"b":[1,2]}\\"', 'c:d': ':,', e: '\\' };
    expect(notesOf(read(JSON.stringify(value)))).toEqual([]);
    expect(valueIn(read(JSON.stringify(value)))).toEqual(value);
  });
  test('notes a byte order mark and reads on', () => {
    const decoded = decodeJson(Uint8Array.from([0xef, 0xbb, 0xbf, ...bytesOf('{}')]));
    expect(notesOf(decoded)).toEqual(['byte-order-mark']);
    expect(valueIn(decoded)).toEqual({});
  });
  test.each([
    ['{"a":"x"}', 'application/json; charset="ISO-8859-1"', []],
    ['{"a":"x"}', 'application/json; charset=windows-1252', []],
    ['{"a":"x"}', 'application/json; charset=Shift_JIS', []],
    ['{"a":"x"}', 'application/json; charset=no-such-charset', []],
    ['{"a":"ü"}', 'application/json;charset=UTF-8', []],
    ['{"a":"ü"}', 'application/json', []],
    ['{"a":"ü"}', 'application/json; charset=ISO-8859-1', ['charset']],
    ['{"a":"ü"}', 'application/json; charset=ISO-8859-15', ['charset']],
    ['{"a":"x"}', 'application/json; charset=utf-16', ['charset']],
  ])('takes the bytes of %s under %s for what they are', (text, contentType, notes) => {
    expect(notesOf(decodeJson(Buffer.from(text), contentType))).toEqual(notes);
  });
  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['{"a":1}x', 'malformed'],
    ['{"a":1}{}', 'malformed'],
    ['{"a":1,}', 'malformed'],
    ["{'a':1}", 'malformed'],
    ['{"a":1', 'malformed'],
    ['{"a":"x', 'malformed'],
    ['{"a":01}', 'malformed'],
    ['{"a":"\u0001"}', 'malformed'],
    ['{"a":1} // note', 'malformed'],
    ['NaN', 'malformed'],
    ['<respon/>', 'malformed'],
  ])('refuses %j', (text, kind) => {
    expect(problemOf(read(text))).toBe(kind);
  });
  test('says where the text breaks without quoting it', () => {
    const decoded = read('{\n "card": "4111111111111111",\n "x" 4111111111111111}');
    expect(decoded).toMatchObject({
      problem: { kind: 'malformed', at: 'line 3, column 6', detail: 'not JSON: a colon was expected' },
    });
  });
  test.each([
    ['Latin-1', [0x7b, 0x22, 0xe9, 0x22, 0x7d]],
    ['truncated UTF-8', [0x22, 0xc3, 0x22]],
    ['overlong UTF-8', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16 with a mark', [0xff, 0xfe, 0x7b, 0, 0x7d, 0]],
    ['UTF-16 without a mark', [0, 0x7b, 0, 0x7d]],
  ])('refuses %s as not UTF-8', (_name, bytes) => {
    expect(problemOf(decodeJson(Uint8Array.from(bytes)))).toBe('not-utf8');
  });
  test('reads up to the deepest nesting and not one deeper', () => {
    const nest = (depth: number) => read('['.repeat(depth) + ']'.repeat(depth));
    expect(problemOf(nest(limits.depth))).toBe('none');
    expect(problemOf(nest(limits.depth + 1))).toBe('too-deep');
  });
  test('refuses too many members and too many bytes', () => {
    expect(problemOf(read(`[${'1,'.repeat(limits.members)}1]`))).toBe('too-many-members');
    expect(problemOf(read(`"${'x'.repeat(limits.bytes)}"`))).toBe('too-large');
  });
  test('bounds the notes of one body', () => {
    expect(read(`{${'"a":1,'.repeat(5000)}"a":1}`).notes).toHaveLength(limits.notes);
  });
});

describe('a text that says its value in the shortest way', () => {
  // Behind so many blanks a text is measured before anything is made of it.
  const measured = (text: string) => read(text + ' '.repeat(300_000));
  const said = (text: string) => JSON.stringify([read(text).ok, valueIn(read(text)), notesOf(read(text))]);
  const saidMeasured = (text: string) =>
    JSON.stringify([measured(text).ok, valueIn(measured(text)), notesOf(measured(text))]);
  const pieces = [
    '"a":1,',
    '"a":2',
    '{',
    '}',
    '[',
    ']',
    ',',
    ' ',
    '1e5',
    '1.0',
    '-0',
    '9007199254740993',
    '"\\u0061"',
  ];

  test('is read as one that is measured, whole and damaged', () => {
    const texts = fc
      .tuple(
        fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
        fc.array(fc.tuple(fc.nat(80), fc.nat(3), fc.constantFrom(...pieces)), { maxLength: 2 }),
      )
      .map(([text, cuts]) =>
        cuts.reduce((made, [at, length, piece]) => {
          const start = at % (made.length + 1);
          return made.slice(0, start) + piece + made.slice(start + length);
        }, text),
      );
    const agrees = fc.property(texts, (text) => {
      expect(said(text)).toBe(saidMeasured(text));
    });
    fc.assert(agrees, { numRuns: 300, seed: 3 });
  });
  test.each([
    '{"a":1,"a":1}',
    '{"a":100000,"a":1}',
    '{"a":1e9,"b":{"c":"","c":""}}',
    '[1e3,1E3,1e-7,0.0000001,123456789012345678901234567890,-0,9007199254740993]',
    '{"b": 1e9,"a":1,"a":1}',
    '{"b":1.5E9,"a":1,"a":1}',
    '{"id":"3e5","n":1}',
    '1e9',
    '[1e999]',
    '{"\\u0061":1,"a":2}',
    '{ "a" : [ 1 , 2 ] }',
    '{"":"","b":""}',
    '[[],{},"",0]',
  ])('is told from one that says more: %s', (text) => {
    expect(said(text)).toBe(saidMeasured(text));
  });
  test('keeps the depth and the number of members that are read', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(problemOf(read(nest(limits.depth)))).toBe('none');
    expect(problemOf(read(nest(limits.depth + 1)))).toBe('too-deep');
    expect(problemOf(read(`[${'1,'.repeat(limits.members)}1]`))).toBe('too-many-members');
    expect(problemOf(read(`[${'1,'.repeat(limits.members - 1)}1]`))).toBe('none');
  });
});

describe('encodeJson', () => {
  test('reads back as the same value in every style', () => {
    const style = fc.record({
      indent: fc.constantFrom(0, 2),
      ascii: fc.boolean(),
      slashes: fc.boolean(),
      order: fc.constantFrom('as-given' as const, 'reversed' as const),
    });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), style, (value, chosen) => {
        // JSON has no negative zero that survives its own writer.
        const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(valueIn(read(encodeJson(plain, chosen)))).toEqual(plain);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
  test('writes the styles that it names', () => {
    expect(encodeJson({ a: 'é/', b: '😀' }, { ascii: true, slashes: true, order: 'reversed' })).toBe(
      '{"b":"\\ud83d\\ude00","a":"\\u00e9\\/"}',
    );
  });
});
