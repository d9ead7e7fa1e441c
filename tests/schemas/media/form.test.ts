import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeForm, encodeForm, formFields } from '../../../schemas/media/form.ts';
import { limits } from '../../../schemas/media/limits.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { problemOf, valueIn } from './read-text.ts';

describe('decodeForm', () => {
  test('reads plus as a blank and escapes as UTF-8', () => {
    expect(valueIn(decodeForm('a=1+2%2B&b=%C3%A9&c=&d'))).toEqual({ a: '1 2+', b: 'é', c: '', d: '' });
  });
  test('keeps digits as text', () => {
    expect(valueIn(decodeForm('order_no=007&amount=12.00'))).toEqual({ order_no: '007', amount: '12.00' });
  });
  test('reads nested values as JSON text', () => {
    expect(valueIn(decodeForm('o=%5B%7B%22a%22%3A%221%22%7D%5D&s=%7B%7D'))).toEqual({
      o: [{ a: '1' }],
      s: {},
    });
  });
  test('leaves JSON text alone under names that may not nest', () => {
    expect(valueIn(decodeForm('note=[1]&o=[1]', (name) => name === 'o'))).toEqual({ note: '[1]', o: [1] });
  });
  test('keeps text that only looks like JSON', () => {
    expect(valueIn(decodeForm('note=[urgent]&custom={x'))).toEqual({ note: '[urgent]', custom: '{x' });
  });
  test('reads nested values in brackets, escaped or not', () => {
    const value = { orders: [{ a: '1', b: '2' }, { a: '3' }], tags: ['x', 'y'] };
    expect(
      valueIn(decodeForm('orders[0][a]=1&orders[0][b]=2&orders%5B1%5D%5Ba%5D=3&tags[]=x&tags[]=y')),
    ).toEqual(value);
  });
  test('makes no array with holes', () => {
    expect(valueIn(decodeForm('a[0]=x&a[4294967294]=y&b[01]=z'))).toEqual({
      a: { 0: 'x', 4294967294: 'y' },
      b: { '01': 'z' },
    });
  });
  test('takes unclosed brackets as part of a plain name', () => {
    expect(valueIn(decodeForm('a[b=1&[c]=2&a[b]c=3'))).toEqual({ 'a[b': '1', '[c]': '2', 'a[b]c': '3' });
  });
  test('pollutes no prototype', () => {
    const value = valueIn(
      decodeForm('__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1'),
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a', 'constructor']);
  });
  test('keeps the last of a repeated name', () => {
    expect(valueIn(decodeForm('a=1&a=2&b=1&b[c]=2'))).toEqual({ a: '2', b: { c: '2' } });
  });
  test('keeps an escape that does not decode', () => {
    expect(valueIn(decodeForm('a=%zz&b=%e9'))).toEqual({ a: '%zz', b: '\ufffd' });
  });
  test('refuses what is empty, too deep, too long or too much', () => {
    expect(problemOf(decodeForm(' '))).toBe('empty');
    expect(problemOf(decodeForm(`a${'[b]'.repeat(limits.depth)}=1`))).toBe('too-deep');
    expect(problemOf(decodeForm('a'.repeat(limits.bytes + 1)))).toBe('too-large');
    expect(problemOf(decodeForm('a=1&'.repeat(limits.members + 1)))).toBe('too-many-members');
  });
});

describe('formFields', () => {
  test('keeps order and repeats', () => {
    expect([...formFields('b=1&a=2&&b=3&=4')]).toEqual([
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
      ['', '4'],
    ]);
  });
});

describe('encodeForm', () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/);
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !/^[[{]/.test(value));
  const tree = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(name, tie('node'), { maxKeys: 3 }),
    ),
  })).node;

  test.each(['json', 'brackets'] as const)(
    'reads back as the same value with nested values as %s',
    (nested) => {
      fc.assert(
        fc.property(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 5 }), (value) => {
          const plain = JSON.parse(JSON.stringify(value)) as JsonObject;
          expect(valueIn(decodeForm(encodeForm(plain, nested)))).toEqual(plain);
        }),
        { numRuns: 500, seed: 1 },
      );
    },
  );
  test('writes blanks as plus and both ways of nesting', () => {
    const value = { n: 'a b', o: [{ x: '1' }], i: 3, z: null };
    expect(encodeForm(value, 'brackets')).toBe('n=a+b&o%5B0%5D%5Bx%5D=1&i=3&z=');
    expect(encodeForm(value, 'json')).toBe('n=a+b&o=%5B%7B%22x%22%3A%221%22%7D%5D&i=3&z=');
  });
});
