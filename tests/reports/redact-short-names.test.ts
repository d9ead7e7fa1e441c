import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesIn, secretIndexOf } from '../../reports/redact/secret-index.ts';

const signs = [
  'A',
  'n',
  'a',
  'Ö',
  'ø',
  '山',
  '田',
  '𠮷',
  'ß',
  '7',
  '٣',
  ' ',
  '-',
  '.',
  '\u0301',
  '👍',
  '\ud83d',
  '\udc4d',
];
const written = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...signs), { minLength, maxLength }).map((parts) => parts.join(''));
const names = fc.array(fc.oneof(written(2, 4), fc.constantFrom('Ana', 'Anna', 'An', '山田', '𠮷田')), {
  maxLength: 5,
});

/** What the names and their neighbours are by one pattern of Unicode. */
function byPattern(known: readonly string[], text: string): { start: number; end: number }[] {
  if (known.length === 0) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return [...text.matchAll(pattern)].map(({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
  }));
}

test('finds the short names that a pattern of their words finds', () => {
  let found = 0;
  fc.assert(
    fc.property(
      names,
      fc.array(
        fc.oneof(
          written(0, 3),
          names.map((all) => all.join(' ')),
        ),
        { maxLength: 6 },
      ),
      (all, parts) => {
        const masks = new Map(all.map((name) => [name, name.replaceAll(/\S/g, 'x')]));
        const known = secretIndexOf(new Map(), masks);
        const text = [...parts, ...all].join('');
        const wanted = byPattern([...known.names.keys()], text);
        found += wanted.length;
        const spans = namesIn(known, text).sort((one, other) => one.start - other.start);
        expect(spans).toEqual(
          wanted.map((span) => ({ ...span, text: masks.get(text.slice(span.start, span.end)) })),
        );
      },
    ),
    { seed: 5, numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(500);
});

test('takes names of three or four letters with a capital, shorter ones beyond ASCII', () => {
  const all = ['Ana', 'Anna', 'ana', 'An', 'Annie', '山田', 'ä', '12a', '123'];
  expect([...secretIndexOf(new Map(), new Map(all.map((name) => [name, 'x']))).names.keys()]).toEqual([
    'Ana',
    'Anna',
    '山田',
  ]);
});
