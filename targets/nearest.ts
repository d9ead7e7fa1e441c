import { closest, distance } from 'fastest-levenshtein';

/** Ends a complaint about an unknown name: the known one that is probably meant, or nothing where none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const written = name.toLowerCase();
  const nearest = closest(
    written,
    known.map((one) => one.toLowerCase()),
  );
  if (distance(written, nearest) > Math.max(2, name.length / 3)) return '';
  return ` Did you mean "${known.find((one) => one.toLowerCase() === nearest)}"?`;
}

/** The same for names of which there are few: all known ones, where none is near. */
export function didYouMeanOrKnown(name: string, known: readonly string[]): string {
  const meant = didYouMean(name, known);
  return meant !== '' || known.length === 0 ? meant : ` Known: ${known.join(', ')}.`;
}
