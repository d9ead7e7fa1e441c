import { describe, expect, test } from 'vitest';
import { type Phrase, phrases } from '../../../schemas/findings/phrases.ts';
import { say, sayValue, seenOf } from '../../../schemas/findings/say.ts';
import { briefWordsOf, kindInWords, wordsOf, wordsOfBoth } from '../../../schemas/findings/words.ts';
import { judge } from '../../../schemas/judge.ts';
import { deviations } from '../corpus/deviations.ts';

describe('a value in words', () => {
  test.each([
    ['12.34', '"12.34" (string)'],
    [12.34, '12.34 (number)'],
    [-0, '0 (number)'],
    [Number.POSITIVE_INFINITY, 'Infinity (number)'],
    [null, 'null'],
    [true, 'true (boolean)'],
    [[1], '1 entry (array)'],
    [[1, 2], '2 entries (array)'],
    [{}, '{} (object)'],
    [{ a: 1, b: 2 }, '{ a, b } (object)'],
    ['a b', '"a b" (string)'],
    [' a ', '"\\u0020a\\u0020" (string)'],
    ['a  b', '"a \\u0020b" (string)'],
    ['a\u00a0b', '"a\\u00a0b" (string)'],
    ['a\tb\n', '"a\\tb\\n" (string)'],
    ['"\\', '"\\"\\\\" (string)'],
  ])('%j is %s', (value, expected) => {
    expect(wordsOf(sayValue(value))).toBe(expected);
  });

  test('is cut in its middle when it is long, so that both ends are seen', () => {
    const text = wordsOf(sayValue(`start ${'-'.repeat(5000)} end`));
    expect(text).toMatch(/^"start -+…-+ end" \(string of 5010 characters\)$/);
    expect(text.length).toBeLessThan(150);
  });

  test.each([
    ['in its middle', `${'a'.repeat(120)}b${'a'.repeat(120)}`, 'a'.repeat(241)],
    ['at its end', `${'a'.repeat(240)}b`, 'a'.repeat(241)],
    ['in its length', 'a'.repeat(300), 'a'.repeat(255)],
    ['in its length alone, however long', 'a'.repeat(900), 'a'.repeat(800)],
  ])('is shown where it differs from another one: %s', (_title, sent, came) => {
    const { expected, received } = wordsOfBoth({ expected: sayValue(sent), received: sayValue(came) });
    expect(expected).not.toBe(received);
    expect(expected.includes('b')).toBe(sent.includes('b'));
  });

  test('is kept with its length when it is too long to be kept whole', () => {
    const seen = seenOf('x'.repeat(100_000));
    expect(seen).toMatchObject({ type: 'string', length: 100_000 });
    expect(JSON.stringify(seen).length).toBeLessThan(700);
  });

  test.each([
    ['In\u00eas', 'Ine\u0302s', '"In\\u00eas" (string)', '"Ine\\u0302s" (string)'],
    ['Ana', 'A\u200bna', '"Ana" (string)', '"A\\u200bna" (string)'],
    ['\uff21 1', 'A 1', '"\\uff21 1" (string)', '"A 1" (string)'],
    ['Inês', 'Ines', '"Inês" (string)', '"Ines" (string)'],
  ])('is in escapes where it looks like another one: %s, %s', (sent, came, expected, received) => {
    expect(wordsOfBoth({ expected: sayValue(sent), received: sayValue(came) })).toEqual({
      expected,
      received,
    });
  });

  test('survives being stored as JSON', () => {
    const all = ['\ud800', -0, Number.POSITIVE_INFINITY, null, { 'a b': 1 }, 'x'.repeat(700)].map(seenOf);
    expect(JSON.parse(JSON.stringify(all))).toEqual(all);
  });
});

test('the words without an example leave the example out', () => {
  const said = say('such-as', [], 'a decimal string', '"12.34"');
  expect([wordsOf(said), briefWordsOf(said)]).toEqual([
    'a decimal string such as "12.34"',
    'a decimal string',
  ]);
});

test.each([
  [say('as-sent', ['1.00']), sayValue('1.01'), 'string instead of … as sent'],
  [say('member', [], 'amount'), say('none'), 'nothing instead of a member "…"'],
  [say('status', [], 200), say('status', [], 302), 'status 302 instead of status 200'],
  [say('json-object'), say('form', [], 'html'), 'html instead of a JSON object'],
])('the kind of a deviation holds no value: %j, %j', (expected, received, kind) => {
  expect(kindInWords({ expected, received })).toBe(kind);
});

describe('the phrases', () => {
  const found = deviations.flatMap((one) => judge(one.exchange).findings);
  const said = found.flatMap(({ values }) => [values.expected, values.received]);
  const places = (says: Phrase, pattern: RegExp) => phrases[says].match(pattern)?.length ?? 0;

  test('get as many values and terms as they have places', () => {
    expect(said.length).toBeGreaterThan(0);
    expect(
      said.filter(
        ({ says, values = [], terms = [] }) =>
          values.length !== places(says, /\{=?\}/g) || terms.length !== places(says, /<=?>/g),
      ),
    ).toEqual([]);
  });

  test('word every finding of the corpus, and its words are those of its values', () => {
    const inWords = found.map(({ expected, received }) => ({ expected, received }));
    expect(inWords).toEqual(found.map(({ values }) => wordsOfBoth(values)));
  });
});
