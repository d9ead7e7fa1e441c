import type { Span } from './spans.ts';

// One pattern for all exchanges: a pattern of an exchange's own names costs more to make than to look for them.
const short = /^(?:\p{Lu}\p{L}{2,3}|[^\P{L}A-Za-z]{2,4})$/u;
const endsInWord = /[\p{L}\p{N}]$/u;
const beginsInWord = /^[\p{L}\p{N}]/u;

/** Names of three and four letters with a capital, or of two to four letters beyond ASCII: they are looked for as whole words. */
export function shortNamesOf(known: ReadonlyMap<string, string>): readonly string[] {
  const names: string[] = [];
  for (const name of known.keys()) if (short.test(name)) names.push(name);
  return names;
}

// Two units hold the character beside a word whole, whichever it is.
function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !beginsInWord.test(text.slice(end, end + 2)) &&
    !endsInWord.test(text.slice(Math.max(0, start - 2), start))
  );
}

function nextAlone(text: string, name: string, from: number): number {
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1))
    if (standsAlone(text, at, at + name.length)) return at;
  return -1;
}

/** Every one of some names that stands in a text as a whole word, with its mask. */
export function shortNamesIn(
  names: readonly string[],
  masks: ReadonlyMap<string, string>,
  text: string,
): Span[] {
  const spans: Span[] = [];
  for (const name of names)
    for (let at = nextAlone(text, name, 0); at !== -1; at = nextAlone(text, name, at + name.length))
      spans.push({ start: at, end: at + name.length, text: masks.get(name) ?? name });
  return spans;
}
