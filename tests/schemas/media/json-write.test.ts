import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeJson, encodeJson, type JsonStyle } from '../../../schemas/media/json.ts';
import { bytesOf, valueIn } from './read-text.ts';

const styles: readonly JsonStyle[] = [
  { escaped: 'texts' },
  { escaped: 'names' },
  { ascii: true },
  { slashes: true },
  { indent: 2 },
];

test('texts and names are escaped one by one', () => {
  const value = { a: ['B/', 1], c: null };
  expect(encodeJson(value, { escaped: 'texts' })).toBe('{"a":["\\u0042\\u002f",1],"c":null}');
  expect(encodeJson(value, { escaped: 'names' })).toBe('{"\\u0061":["B/",1],"\\u0063":null}');
  expect(encodeJson('👍', { ascii: true })).toBe('"\\ud83d\\udc4d"');
});

test('every style reads back as the same value', () => {
  const text = fc.string({ unit: 'grapheme' });
  const member = fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean(), fc.array(text));
  fc.assert(
    fc.property(fc.dictionary(text, member), fc.constantFrom(...styles), (value, style) => {
      expect(valueIn(decodeJson(bytesOf(encodeJson(value, style))))).toEqual({ ...value });
    }),
  );
});
