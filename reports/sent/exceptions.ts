import { outcomeOfLetter, type SentOutcome, type SentRow } from '../../schemas/sent.ts';

/** A class of values in a field, and what became of it. */
export interface SentPair {
  readonly field: string;
  readonly class: string;
  readonly outcome: SentOutcome;
}

/** Every pair of a row. */
export function pairsOf({ classes, fields }: SentRow): readonly SentPair[] {
  return Object.entries(fields).flatMap(([field, letters]) =>
    classes.flatMap((name, at) => {
      const outcome = outcomeOfLetter(letters[at]);
      return outcome === undefined ? [] : [{ field, class: name, outcome }];
    }),
  );
}

/** The pairs that were refused, changed something, or broke the service. */
export function exceptionsOf(row: SentRow): readonly SentPair[] {
  return pairsOf(row).filter(
    ({ outcome }) => outcome === 'refused' || outcome === 'changed' || outcome === 'crashed',
  );
}
