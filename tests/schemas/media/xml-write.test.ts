import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeXml } from '../../../schemas/media/xml.ts';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import type { JsonValue } from '../../../schemas/types.ts';
import { bytesOf, valueIn } from './read-text.ts';

describe('encodeXml', () => {
  test('writes members as elements and arrays as repeated elements', () => {
    const value = { a: '1 < 2', b: ['x', 'y'], c: null, d: { e: 3 } };
    expect(encodeXml(value, { root: 'request', declaration: false })).toBe(
      '<request><a>1 &lt; 2</a><b>x</b><b>y</b><c></c><d><e>3</e></d></request>',
    );
  });
  test('holds entries in elements of their own where the layout names them', () => {
    expect(
      encodeXml({ orders: [{ a: '1' }, { a: '2' }] }, { root: 'r', entries: 'order', declaration: false }),
    ).toBe('<r><orders><order><a>1</a></order><order><a>2</a></order></orders></r>');
  });
  test('writes CDATA, short tags and indents', () => {
    const value = { x: 'a]]>b', y: '', z: { n: '1' } };
    expect(encodeXml(value, { root: 'r', cdata: true, empty: 'short', indent: '  ' })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<r>\n  <x><![CDATA[a]]]]><![CDATA[>b]]></x>\n  <y/>\n  <z>\n    <n><![CDATA[1]]></n>\n  </z>\n</r>',
    );
  });
  test('makes XML names of names that are none', () => {
    expect(encodeXml({ '1 a<b>': 'x' }, { root: 'r', declaration: false })).toBe(
      '<r><_1_a_b_>x</_1_a_b_></r>',
    );
  });
  test('reads back as the same value in every layout', () => {
    const name = fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,7}$/);
    const text = fc
      .string({ unit: 'grapheme' })
      .map((value) => value.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.array(tie('node'), { minLength: 2, maxLength: 3 }).filter((list) => !list.some(Array.isArray)),
        fc.dictionary(name, tie('node'), { minKeys: 1, maxKeys: 3 }),
      ),
    })).node;
    const layout = fc.record(
      {
        root: fc.constant('respon'),
        declaration: fc.boolean(),
        indent: fc.constantFrom('', '  ', '\t'),
        cdata: fc.boolean(),
        references: fc.constantFrom('decimal' as const, 'hexadecimal' as const, 'named' as const),
        empty: fc.constantFrom('pair' as const, 'short' as const),
      },
      { requiredKeys: ['root'] },
    );
    fc.assert(
      fc.property(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 4 }), layout, (value, chosen) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(valueIn(decodeXml(bytesOf(encodeXml(plain, chosen))))).toEqual({ respon: plain });
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
