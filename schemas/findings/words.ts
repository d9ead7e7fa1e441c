import type { Finding } from '../types.ts';
import { type Phrase, phrases } from './phrases.ts';
import type { FindingValues, Said, SeenValue } from './said.ts';

/** Number of characters of a long value that are shown, at its start and its end. */
const shown = { start: 72, end: 32 } as const;
const longest = 120;

/** How a text is shown: where it is long, the part around one place; with all its signs beyond ASCII as escapes, or as it looks. */
interface Look {
  readonly around: number;
  readonly escaped: boolean;
}

const plainly: Look = { around: 0, escaped: false };

/** The words of one side of a finding: completes "expected …" or "received …". */
export function wordsOf(said: Said, look = plainly): string {
  return fill(said, said.terms ?? [], {
    value: (seen) => wordsOfValue(seen, look),
    plain: plainWords,
    term: String,
  });
}

/** The words of both sides of a finding: two long texts are shown where they begin to differ, two that look alike in escapes. */
export function wordsOfBoth({ expected, received }: FindingValues) {
  const look = lookOf(expected.values?.[0], received.values?.[0]);
  return { expected: wordsOf(expected, look), received: wordsOf(received, look) };
}

function lookOf(one: SeenValue | undefined, other: SeenValue | undefined): Look {
  if (one?.type !== 'string' || other?.type !== 'string' || one.value === other.value) return plainly;
  const signs = [...other.value];
  return {
    around: [...one.value].findIndex((sign, at) => sign !== signs[at]),
    escaped: looks(one.value) === looks(other.value),
  };
}

// Accents that are signs of their own, wide letters, and what is not seen at all.
const looks = (text: string) => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');

/** The verb that a phrase begins with, if it has one. */
const verb = /^\(([a-z ]+)\) /;

// Evidence may have been edited, and says then what is not a phrase.
const phraseOf = (says: string) => (Object.hasOwn(phrases, says) ? phrases[says as Phrase] : '');

/** The requirement of a finding in words that complete "must": `be a decimal string such as "12.34"`. */
export function mustWords({ expected, values }: Pick<Finding, 'expected' | 'values'>): string {
  return `${verb.exec(phraseOf(values.expected.says))?.[1] ?? 'be'} ${expected}`;
}

/** The words without the example at the end of a description. */
export function briefWordsOf(said: Said): string {
  return wordsOf(said.says === 'such-as' ? { ...said, says: 'described' } : said);
}

/** The kind of a deviation in words without values: what was received instead of what was expected. */
export function kindInWords({ expected, received }: FindingValues): string {
  return `${receivedKind(received)} instead of ${withoutValues(expected)}`;
}

function receivedKind(received: Said): string {
  if (received.says === 'none' || received.says === 'none-but') return 'nothing';
  const isValue = received.says === 'value' || received.says === 'masked-alike';
  return isValue ? (received.values?.[0]?.type ?? 'nothing') : withoutValues(received);
}

function withoutValues(said: Said): string {
  return fill(said, said.terms ?? [], { value: () => '…', plain: () => '…', term: () => '…' });
}

interface Writers {
  readonly value: (value: SeenValue) => string;
  readonly plain: (value: SeenValue) => string;
  readonly term: (term: string | number) => string;
}

function fill({ says, values = [] }: Said, terms: readonly (string | number)[], write: Writers): string {
  let [value, term] = [0, 0];
  const text = phraseOf(says).replace(verb, '');
  return text.replaceAll(/\{=?\}|<=?>/g, (place) => {
    if (place === '<=>') return String(terms[term++] ?? '');
    if (place === '<>') return write.term(terms[term++] ?? '');
    const one = values[value++] ?? { type: 'null' };
    return place === '{=}' ? write.plain(one) : write.value(one);
  });
}

function plainWords(seen: SeenValue): string {
  return 'value' in seen ? String(seen.value) : wordsOfValue(seen);
}

/** Writes a value with its type, as in `12.34 (number)`, in about 120 characters: a long text is cut, and no blank is unseen. */
function wordsOfValue(seen: SeenValue, look = plainly): string {
  switch (seen.type) {
    case 'null':
      return 'null';
    case 'array':
      return `${seen.length} ${seen.length === 1 ? 'entry' : 'entries'} (array)`;
    case 'object':
      return withType(namesInWords(seen.names, seen.more), 'object');
    case 'string':
      return wordsOfText(seen, look);
    default:
      return withType(String(seen.value), seen.type);
  }
}

function namesInWords(names: readonly string[], more = 0): string {
  if (names.length === 0) return '{}';
  return `{ ${names.join(', ').slice(0, longest)}${more > 0 ? ', …' : ''} }`;
}

function withType(text: string, type: string): string {
  const room = longest - type.length - 3;
  return `${text.length > room ? `${text.slice(0, room - 1)}…` : text} (${type})`;
}

/** A text in quotes as JSON writes it. Blanks that a reader would not see are escapes: at either end, in a row, and all but U+0020. */
function wordsOfText({ value, length }: { value: string; length?: number }, look: Look): string {
  const { around, escaped } = look;
  const signs = [...value];
  const shownAt = (from: number, to: number) =>
    signs
      .slice(from, to)
      .map((_, at) => written(signs, from + at, escaped))
      .join('');
  if (signs.length <= shown.start + shown.end) return `"${shownAt(0, signs.length)}" (string)`;
  const tail = signs.length - shown.end;
  const start = around < shown.start ? 0 : Math.min(around - shown.start / 2, tail - shown.start);
  const [before, after] = [start > 0 ? '…' : '', start + shown.start < tail ? '…' : ''];
  const text = `${before}${shownAt(start, start + shown.start)}${after}${shownAt(tail, signs.length)}`;
  return `"${text}" (string of ${length ?? signs.length} characters)`;
}

function written(signs: readonly string[], at: number, escaped: boolean): string {
  const [before, sign = '', after] = [signs[at - 1], signs[at], signs[at + 1]];
  if (sign === ' ') return before === undefined || before === ' ' || after === undefined ? '\\u0020' : ' ';
  if (/\p{Zs}/u.test(sign) || (escaped && sign > '~'))
    return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(sign).slice(1, -1);
}
