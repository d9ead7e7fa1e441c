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

/** A name of a user's file as a complaint may repeat it: plain words with at most two digits in a row. Any other may be a secret in the wrong place. */
export function plainName(name: string): string | undefined {
  return name.length <= 64 && /^[$A-Za-z][A-Za-z_.-]*[0-9]{0,2}[A-Za-z_.-]*$/.test(name) ? name : undefined;
}
