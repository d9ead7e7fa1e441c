import { maskName } from './leaves.ts';
import type { Piece } from './markup.ts';
import type { Place } from './scope.ts';
import type { Span } from './spans.ts';

/** Masks the name of an element where it holds a secret itself. */
export function maskElementName({ kind, name, start }: Piece, place: Place): Span[] {
  const shown = maskName(name, place);
  if (shown === name) return [];
  const at = start + (kind === 'close' ? 2 : 1);
  return [{ start: at, end: at + name.length, text: shown }];
}
