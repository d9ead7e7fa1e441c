import { closest, distance } from 'fastest-levenshtein';

/** The end of an error about an unknown name: a similar known name, or an empty text. */
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

/** Like `didYouMean`, for few names: lists all known ones if none is similar. */
export function didYouMeanOrKnown(name: string, known: readonly string[]): string {
  const meant = didYouMean(name, known);
  return meant !== '' || known.length === 0 ? meant : ` Known: ${known.join(', ')}.`;
}

/** The name if an error may repeat it: plain, at most two digits in a row. Others may be misplaced secrets. */
export function plainName(name: string): string | undefined {
  return name.length <= 64 && /^[$A-Za-z][A-Za-z_.-]*[0-9]{0,2}[A-Za-z_.-]*$/.test(name) ? name : undefined;
}
