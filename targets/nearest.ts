import { closest, distance } from 'fastest-levenshtein';

/** Ends a complaint about an unknown name: the name that is probably meant, or else all known ones. */
export function nearestHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = closest(name.toLowerCase(), known);
  return distance(name.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, name.length / 3)
    ? ` Did you mean "${nearest}"?`
    : ` Known: ${known.join(', ')}.`;
}
