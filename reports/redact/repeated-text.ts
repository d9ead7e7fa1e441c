import { ownText } from '../own-text.ts';
import { arePersonsShown } from './classes.ts';
import { maskFreeText, type TextKind } from './free-text.ts';
import { registeredNumber } from './registered.ts';
import { keyNumber } from './run-key.ts';
import { holdsNothingOf, mark, type Place, type Scope } from './scope.ts';
import { isEscaped } from './written-view.ts';

// Addresses, headers and scripts of a run are few; the bounds are for services that make up more.
const [mostKnown, longestKnown] = [1000, 2000];
const known = { identifier: new Map(), field: new Map(), prose: new Map() } satisfies Record<
  TextKind,
  Map<string, string>
>;
let knownFor = '';

function knownOf(kind: TextKind): Map<string, string> {
  const now = `${keyNumber()} ${registeredNumber()}`;
  if (knownFor !== now) for (const texts of Object.values(known)) texts.clear();
  knownFor = now;
  if (known[kind].size >= mostKnown) known[kind].clear();
  return known[kind];
}

/**
 * Masks a text as free text that stands in many exchanges of a run, as addresses, headers and scripts do: what can be recognised
 * without the secrets of the exchange is looked for once in a run, and those secrets each time.
 */
export function maskRepeatedText(text: string, scope: Scope, kind: TextKind = 'prose'): string {
  if (text.length > longestKnown || arePersonsShown()) return maskFreeText(text, scope, kind);
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
