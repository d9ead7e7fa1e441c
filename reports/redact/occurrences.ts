import type { Span } from './spans.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;

function isWhole(text: string, start: number, end: number): boolean {
  return !letterOrDigit.test(text.charAt(start - 1)) && !letterOrDigit.test(text.charAt(end));
}

/** Every occurrence of some words in a text with what replaces each; `whole` asks for words between other signs. */
export function occurrencesOf(
  words: Iterable<readonly [word: string, replacement: string]>,
  text: string,
  whole = false,
): Span[] {
  const spans: Span[] = [];
  for (const [word, replacement] of words) {
    if (word.length > text.length) continue;
    for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length)) {
      const end = start + word.length;
      if (!whole || isWhole(text, start, end)) spans.push({ start, end, text: replacement });
    }
  }
  return spans;
}
