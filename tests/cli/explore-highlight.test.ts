import { expect, test } from 'vitest';
import { belowQuadratic, growthOf } from '../growth.ts';

interface Piece {
  readonly text: string;
  readonly kind?: string;
}

const { piecesOf } = (await import(new URL('../../cli/explore/ui/highlight.mjs', import.meta.url).href)) as {
  piecesOf(text: string): Iterable<Piece>;
};

const kindsOf = (text: string) =>
  [...piecesOf(text)].filter(({ kind }) => kind !== undefined).map(({ text: words, kind }) => [words, kind]);

test('names, strings, numbers and words of JSON are told apart', () => {
  expect(kindsOf('{"a" : ["b\\"c", -1.5e3, true, null]}')).toEqual([
    ['"a"', 'name'],
    ['"b\\"c"', 'string'],
    ['-1.5e3', 'number'],
    ['true', 'word'],
    ['null', 'word'],
  ]);
});

test('tags, attributes, comments and CDATA of markup are told apart', () => {
  expect(kindsOf('<?xml version="1.0"?><a b=\'1>\'><!-- <c> --><![CDATA[<d>]]></a>')).toEqual([
    ['<?xml version="1.0"?>', 'comment'],
    ['<a', 'tag'],
    ['b', 'name'],
    ["'1>", 'string'],
    ['<!-- <c> -->', 'comment'],
    ['<![CDATA[<d>]]>', 'string'],
    ['</a>', 'tag'],
  ]);
});

const hostile: Readonly<Record<string, (size: number) => string>> = {
  'quotes that are never closed': (size) => `{"${'\\"'.repeat(size)}`,
  'backslashes at the end': (size) => `["${'\\'.repeat(size * 2 + 1)}`,
  'blanks behind a string': (size) => `{"a"${' '.repeat(size)}"b"${' '.repeat(size)}`,
  'comments that are never closed': (size) => '<a><!--'.repeat(size),
  'tags that are never closed': (size) => '<a b="'.repeat(size),
  'equals signs': (size) => `<a ${'='.repeat(size)}>`,
  'one long name': (size) => `<${'a'.repeat(size)}`,
};

test.each(Object.entries(hostile))('every sign of %s is shown once', (_what, text) => {
  const written = text(2000);
  expect([...piecesOf(written)].map(({ text: words }) => words).join('')).toBe(written);
});

test.each(Object.entries(hostile))('colouring %s grows with the text', (_what, text) => {
  expect(growthOf(text, 4_000, (written) => [...piecesOf(written)].length)).toBeLessThan(belowQuadratic);
});
