import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeForm, encodeForm, type FormStyle } from '../../../schemas/media/form.ts';
import { valueIn } from './read-text.ts';

const styles: readonly FormStyle[] = [
  { escaped: 'names' },
  { escaped: 'values' },
  { brackets: 'plain' },
  { blanks: 'escaped' },
  { digits: 'small' },
];

test('names and values are written as a style says', () => {
  const value = { 'a b': 'x y/z', c: [{ d: '1' }] };
  const write = (style: FormStyle) => encodeForm(value, 'brackets', style);
  expect(write({})).toBe('a+b=x+y%2Fz&c%5B0%5D%5Bd%5D=1');
  expect(write({ escaped: 'names' })).toBe('%61%20%62=x+y%2Fz&%63%5B%30%5D%5B%64%5D=1');
  expect(write({ escaped: 'values' })).toBe('a+b=%78%20%79%2F%7A&c%5B0%5D%5Bd%5D=%31');
  expect(write({ brackets: 'plain' })).toBe('a+b=x+y%2Fz&c[0][d]=1');
  expect(write({ blanks: 'escaped' })).toBe('a%20b=x%20y%2Fz&c%5B0%5D%5Bd%5D=1');
  expect(write({ digits: 'small' })).toBe('a+b=x+y%2fz&c%5b0%5d%5bd%5d=1');
});

test('every style reads back as the same fields', () => {
  const name = fc.stringMatching(/^[a-z][a-z_ ]{0,8}$/);
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !/^[[{]/.test(one));
  const fields = fc.dictionary(name, text, { minKeys: 1 });
  fc.assert(
    fc.property(fields, fc.constantFrom(...styles), (value, style) => {
      expect(valueIn(decodeForm(encodeForm(value, 'json', style)))).toEqual({ ...value });
    }),
  );
});
