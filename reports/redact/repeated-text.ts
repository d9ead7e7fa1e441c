import { ownText } from '../own-text.ts';
import { arePersonsShown } from './classes.ts';
import { maskFreeText, type TextKind } from './free-text.ts';
import { registeredNumber } from './registered.ts';
import { keyNumber } from './run-key.ts';
import { holdsNothingOf, mark, type Place, type Scope } from './scope.ts';
import type { WordIndex } from './word-index.ts';
import { isEscaped } from './written-view.ts';

// Addresses, headers and scripts of a run are few; the bounds are for services that make up more.
const [mostKnown, longestKnown] = [1000, 2000];
const known = { identifier: new Map(), field: new Map(), prose: new Map() } satisfies Record<
  TextKind,
  Map<string, string>
>;
// Scripts with the fields of a page: a page that was visited is masked a second time, and the variants of a proof send equal ones.
const [mostLong, longestLong] = [4, 32_000];
let long = new WeakMap<WordIndex, Map<string, string>>();
let knownFor = '';

/** What was masked with another key, or before a secret was registered, is of no use. */
function forgetOthers(): void {
  const now = `${keyNumber()} ${registeredNumber()}`;
  if (knownFor === now) return;
  for (const texts of Object.values(known)) texts.clear();
  long = new WeakMap();
  knownFor = now;
}

function knownOf(kind: TextKind): Map<string, string> {
  forgetOthers();
  if (known[kind].size >= mostKnown) known[kind].clear();
  return known[kind];
}

/** Masks a long text with the secrets of its exchange, once for as long as an exchange with the very same secrets comes again. */
function maskLongText(text: string, scope: Scope, kind: TextKind): string {
  const { words } = scope;
  if (words === undefined || text.length > longestLong) return maskFreeText(text, scope, kind);
  forgetOthers();
  const texts = long.get(words) ?? new Map<string, string>();
  long.set(words, texts);
  const key = `${kind} ${text}`;
  const before = texts.get(key);
  if (before !== undefined) return before;
  const masked = maskFreeText(text, scope, kind);
  if (texts.size < mostLong) texts.set(key, masked);
  return masked;
}

/**
 * Masks a text as free text that stands in many exchanges of a run, as addresses, headers and scripts do: what can be recognised
 * without the secrets of the exchange is looked for once in a run, and those secrets each time.
 */
export function maskRepeatedText(text: string, scope: Scope, kind: TextKind = 'prose'): string {
  if (arePersonsShown()) return maskFreeText(text, scope, kind);
  if (text.length > longestKnown) return maskLongText(text, scope, kind);
  const texts = knownOf(kind);
  let masked = texts.get(text);
  if (masked === undefined) {
    // What reads otherwise than it is written would have to be read each time.
    if (isEscaped(text)) return maskFreeText(text, scope, kind);
    masked = maskFreeText(text, undefined, kind);
    texts.set(ownText(text), masked);
  }
  return holdsNothingOf(scope, text) ? masked : maskFreeText(text, scope, kind);
}

/** Masks such a text where a message stands, and notes that it did. */
export function sweepRepeated(text: string, place: Place): string {
  if (place.replace !== undefined) return text;
  const swept = maskRepeatedText(text, place.scope);
  if (swept !== text) mark(place, '');
  return swept;
}
