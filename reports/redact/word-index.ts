import type { Span } from './spans.ts';

/** What may stand directly beside a word: anything, no digit, or no letter. */
export type Beside = 'anything' | 'no-digit' | 'no-letter';

/** A word that texts are searched for. */
export interface Word {
  readonly word: string;
  readonly mask: string;
  readonly beside: Beside;
  /** Which spellings count beside the word as it is: all in capitals, or every mixture of cases. */
  readonly cases: 'capitals' | 'any';
}

/** Many words that a text is searched for in one pass, whatever their number. */
export interface WordIndex {
  /** One bit for each hash of four characters that some word begins with; their number is a power of two. Bits, since the caches hold as many. */
  readonly heads: Uint32Array;
  readonly byHead: Map<number, Word[]>;
}

/** Fewest characters of a word that an index takes. */
export const headLength = 4;
const letter = /\p{L}/u;

/** An index of words; the more slots, the fewer looks at a word in vain, and the longer it takes to make. */
export function createWordIndex(words: Iterable<Word> = [], slots = 4096): WordIndex {
  const index: WordIndex = { heads: new Uint32Array(slots >>> 5), byHead: new Map() };
  for (const word of words) addWord(index, word);
  return index;
}

// Five bits for a character: what is older than four characters has left the twenty bits.
function pushed(head: number, code: number): number {
  return ((head << 5) ^ (code | 0x20)) & 0xfffff;
}

/** Adds a word of four characters or more; shorter ones are not looked for. */
export function addWord(index: WordIndex, word: Word): void {
  if (word.word.length < headLength) return;
  let head = 0;
  for (let at = 0; at < headLength; at += 1) head = pushed(head, word.word.charCodeAt(at));
  const slot = (head ^ (head >>> 8)) & (index.heads.length * 32 - 1);
  index.heads[slot >>> 5] = (index.heads[slot >>> 5] ?? 0) | (1 << (slot & 31));
  const others = index.byHead.get(head);
  if (others === undefined) index.byHead.set(head, [word]);
  else if (!others.some((other) => other.word === word.word)) others.push(word);
}

// Small letters of ASCII and Latin-1.
function fold(code: number): number {
  const capital = (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde && code !== 0xd7);
  return capital ? code | 0x20 : code;
}

function fits({ word, cases }: Word, text: string, start: number): boolean {
  const last = word.length - 1;
  // A text that repeats itself begins like a word at many places, and seldom ends like it at one of them.
  if (fold(text.charCodeAt(start + last)) !== fold(word.charCodeAt(last))) return false;
  if (text.startsWith(word, start)) return true;
  let capitals = true;
  for (let at = 0; at < word.length; at += 1) {
    const code = text.charCodeAt(start + at);
    if (fold(code) !== fold(word.charCodeAt(at))) return false;
    // Only capitals are folded to something else, so a letter that folds to itself and has a capital is a small one.
    capitals &&= fold(code) !== code || fold(code & ~0x20) !== code;
  }
  return cases === 'any' || capitals;
}

function standsFree(beside: Beside, text: string, start: number, end: number): boolean {
  if (beside === 'anything') return true;
  const unwanted = beside === 'no-digit' ? /[0-9]/ : letter;
  return !unwanted.test(text.charAt(start - 1)) && !unwanted.test(text.charAt(end));
}

/** A place where some words may begin in a text. */
interface Candidate {
  /** -1 where the text ends. */
  start: number;
  words: readonly Word[];
  more: readonly Word[];
}

const noWords: readonly Word[] = [];

// Moves on to the next candidate: what masking spends most of its time on, so it makes nothing on its way.
function advance(candidate: Candidate, one: WordIndex, other: WordIndex, text: string): void {
  const { heads, byHead } = one;
  const { heads: more, byHead: moreByHead } = other;
  const [last, moreLast, { length }] = [heads.length - 1, more.length - 1, text];
  let head = 0;
  const from = candidate.start + 1;
  for (let at = from; at < length; at += 1) {
    head = ((head << 5) ^ (text.charCodeAt(at) | 0x20)) & 0xfffff;
    const slot = head ^ (head >>> 8);
    const bits = (heads[(slot >>> 5) & last] ?? 0) | (more[(slot >>> 5) & moreLast] ?? 0);
    if ((bits & (1 << (slot & 31))) === 0) continue;
    const words = byHead.get(head);
    const moreWords = moreByHead.get(head);
    if ((words === undefined && moreWords === undefined) || at < from + headLength - 1) continue;
    candidate.start = at - headLength + 1;
    candidate.words = words ?? noWords;
    candidate.more = moreWords ?? noWords;
    return;
  }
  candidate.start = -1;
}

function firstCandidate(one: WordIndex, other: WordIndex, text: string): Candidate {
  const candidate = { start: -1, words: noWords, more: noWords };
  advance(candidate, one, other, text);
  return candidate;
}

/**
 * Every occurrence of the words of two indexes in a text, with its mask: in one pass, because this is what masking
 * spends most of its time on.
 */
export function wordsIn(one: WordIndex, other: WordIndex, text: string): Span[] {
  const spans: Span[] = [];
  const candidate = firstCandidate(one, other, text);
  if (candidate.start === -1) return spans;
  const ends = new Map<Word, number>();
  const look = (words: readonly Word[]) => {
    const { start } = candidate;
    for (const word of words) {
      const end = start + word.word.length;
      if (end > text.length || start < (ends.get(word) ?? 0) || !fits(word, text, start)) continue;
      if (!standsFree(word.beside, text, start, end)) continue;
      ends.set(word, end);
      spans.push({ start, end, text: word.mask });
    }
  };
  for (; candidate.start !== -1; advance(candidate, one, other, text)) {
    look(candidate.words);
    look(candidate.more);
  }
  return spans;
}

// Words that repeat themselves overlap at each of their signs, so a search that looks at every overlap has to end.
const mostTries = 100;

const none = createWordIndex([], 32);

/** Tells whether a word of an index stands in a text, spelt as it is. */
export function holdsWord(index: WordIndex, text: string): boolean {
  const candidate = firstCandidate(index, none, text);
  let tried = 0;
  for (; candidate.start !== -1; advance(candidate, index, none, text)) {
    if (candidate.words.some(({ word }) => text.startsWith(word, candidate.start))) return true;
    tried += candidate.words.length;
    if (tried > mostTries) return holdsAny(index, text);
  }
  return false;
}

function holdsAny({ byHead }: WordIndex, text: string): boolean {
  for (const words of byHead.values()) if (words.some(({ word }) => text.includes(word))) return true;
  return false;
}
