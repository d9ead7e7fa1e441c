import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../schemas/media/limits.ts';
import { decodeXml } from '../../../schemas/media/xml.ts';
import { readPlainXml } from '../../../schemas/media/xml-plain.ts';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { bytesOf } from './read-text.ts';

/** The general reader: a comment behind the document says nothing, and is beyond the plain one. */
const generally = (text: string) => decodeXml(bytesOf(`${text}<!---->`));

/** What the plain reader makes of a text; nothing where it leaves it to the general one. */
function plainly(text: string) {
  const plain = readPlainXml(text);
  return plain === undefined ? undefined : { ok: true, ...plain };
}

// Mostly what the plain reader takes: one odd piece among many is what could deceive it.
const mostly = <Value>(usual: readonly Value[], odd: readonly Value[]) =>
  fc.oneof(
    { weight: 19, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
const names = mostly(
  ['a', 'b', 'c', 'order_no', 'A-1', 'a.b', 'xml', 'XmlData', 'prototype', 'hasAttribute'],
  ['_x', 'toString', '__proto__', 'constructor', 'p:a', 'é', '1', 'a b', ''],
);
const blanks = mostly(['', '', '', ' ', '\n', '\t ', '\n  '], ['\r\n', '\u00a0', '\u3000']);
const words = mostly(
  [
    '',
    '007',
    '12.00',
    '>',
    ']]',
    'Núñez',
    '山田',
    ' x ',
    '-->',
    '/>',
    '"',
    "'",
    '#text',
    '\u007f',
    '&amp;',
    '&lt;a',
  ],
  [
    ']]>',
    '&#65;',
    '&',
    '<',
    '\u2028',
    '&amp;gt;',
    '&amp',
    '&nbsp;',
    '👍',
    '\ud83d',
    '\ufffe',
    '\u0000',
    '\u000b',
    '\u0085',
    '\r',
  ],
);
const texts = fc.tuple(blanks, words, blanks).map((parts) => parts.join(''));
const { document } = fc.letrec<{ document: string; element: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(names, texts).map(([name, text]) => `<${name}>${text}</${name}>`),
    names.map((name) => `<${name}/>`),
    fc.tuple(names, texts).map(([name, text]) => `<${name}>${text}</${name}>`),
    fc
      .tuple(names, fc.array(fc.tuple(blanks, tie('element'), texts), { maxLength: 4 }))
      .map(([name, parts]) => `<${name}>${parts.flat().join('')}</${name}>`),
  ),
  document: fc
    .tuple(
      mostly(
        ['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>\n'],
        ['<?xml version="1.1"?>', "<?xml version='1.0'?>", '<?xml version="1.0" encoding="x"?>', '\ufeff'],
      ),
      blanks,
      tie('element'),
      blanks,
    )
    .map((parts) => parts.join('')),
}));
// What ordinary services answer, so that most of the documents are ones that the plain reader takes.
const written = fc
  .tuple(
    fc.constantFrom(answers['direct-payment'], answers['apm-payment'], {
      list: ['1', { a: '2' }],
      b: { c: '' },
    }),
    fc.record({
      indent: fc.constantFrom(0, 2),
      declaration: fc.boolean(),
      empty: fc.constantFrom('pair', 'short'),
    }),
  )
  .map(([value, layout]) =>
    encodeXml(value as JsonObject, { root: 'respon', ...layout } as { root: string }),
  );
const pieces = fc.constantFrom(
  ...['<', '>', '/', '</', '/>', '<a>', '</a>', '<a/>', '<respon>', '&lt;', '&#233;', '<!-- c -->', '<?a?>'],
  ...['<![CDATA[x]]>', ']]>', ' ', '\n', '\r\n', 'x', '=', '"1"', ' a="1"', '\u0001', 'é', '<!DOCTYPE a>'],
);
const damaged = fc
  .tuple(
    fc.oneof(document, written),
    fc.array(fc.record({ at: fc.nat(3000), length: fc.nat(8), piece: pieces }), { maxLength: 3 }),
  )
  .map(([text, cuts]) =>
    cuts.reduce((made, { at, length, piece }) => {
      const start = at % (made.length + 1);
      return made.slice(0, start) + piece + made.slice(start + length);
    }, text),
  );

describe('the reader of plain XML', () => {
  test('reads 20,000 whole and damaged documents as the general reader does, if at all', () => {
    let taken = 0;
    const agrees = fc.property(damaged, (text) => {
      // As bytes say it: half of a pair of surrogates is none of them.
      if (
        readPlainXml(
          Buffer.from(text)
            .toString()
            .replace(/^\ufeff/, ''),
        ) === undefined
      )
        return;
      taken += 1;
      // Texts tell members in another order apart.
      expect(JSON.stringify(decodeXml(bytesOf(text)))).toBe(JSON.stringify(generally(text)));
    });
    fc.assert(agrees, { numRuns: 20_000, seed: 20_261_122 });
    expect(taken).toBeGreaterThan(3_000);
  });

  test.each([
    ['an answer of one line', encodeXml(answers['direct-payment'], { root: 'respon' })],
    ['an indented answer', encodeXml(answers['direct-payment'], { root: 'respon', indent: 2 })],
    ['an answer without a declaration', '<respon><a>1</a><b/><a>2</a></respon>\n'],
    ['text between elements', '<respon>x<a>1</a></respon>'],
    ['the five references', '<respon><a>&lt;&gt;&amp;amp;&quot;&apos;</a>&amp;<b/></respon>'],
  ])('reads %s by itself', (_what, text) => {
    expect(plainly(text)).toEqual(generally(text));
    expect(decodeXml(bytesOf(text))).toEqual(generally(text));
  });

  test.each([
    ['attributes', '<r a="1"/>'],
    ['numeric references', '<r>&#65;</r>'],
    ['references that nothing defines', '<r>&amp;&nbsp;</r>'],
    ['a bare ampersand', '<r>&amp</r>'],
    ['CDATA sections', '<r><![CDATA[x]]></r>'],
    ['comments', '<r><!-- x --></r>'],
    ['instructions', '<r><?x?></r>'],
    ['document types', '<!DOCTYPE r><r/>'],
    ['prefixes', '<p:r/>'],
    ['carriage returns', '<r>\r\n</r>'],
    ['names that every object inherits', '<r><constructor>1</constructor></r>'],
    ['another version of XML', '<?xml version="1.1"?><r/>'],
    ['a second root', '<r/><r/>'],
    ['an element that does not end', '<r><a></r>'],
    ['text behind the root', '<r/>x'],
    ['nothing', ''],
  ])('leaves %s to the general reader', (_what, text) => {
    expect(readPlainXml(text)).toBeUndefined();
  });

  test('keeps to the depth and the number of elements that are read', () => {
    const nest = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(plainly(nest(limits.depth))).toEqual(generally(nest(limits.depth)));
    expect(readPlainXml(nest(limits.depth + 1))).toBeUndefined();
    expect(readPlainXml(`<r>${'<a/>'.repeat(limits.members)}</r>`)).toBeUndefined();
  });

  test('keeps the notes that were taken before, and no more than one body may give', () => {
    const before = [{ kind: 'charset', detail: 'read as iso-8859-1' }] as const;
    const many = `<r>${Array.from({ length: 80 }, (_none, at) => `<b${at}/><b${at}/>`).join('')}</r>`;
    const notes = readPlainXml(many, before)?.notes ?? [];
    expect(notes[0]).toEqual(before[0]);
    expect(notes).toHaveLength(limits.notes);
  });
});
