import { expect, test } from 'vitest';
import { hostileTexts } from './hostile-texts.ts';

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

test.each(Object.entries(hostileTexts))('every sign of %s is shown once', (_what, text) => {
  const written = text(2000);
  expect([...piecesOf(written)].map(({ text: words }) => words).join('')).toBe(written);
});

// With searches that start again for each sign this would take hours: the time limit of the test is no measure of speed.
test.each(Object.entries(hostileTexts))('%s of a megabyte are coloured to their end', (_what, text) => {
  expect([...piecesOf(text(250_000))].length).toBeGreaterThan(0);
});
