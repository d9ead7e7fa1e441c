import { outcomeOfLetter, type SentOutcome, type SentRow, sizeOfClass } from '../../schemas/history/sent.ts';

/** Outcomes in the order in which tables show them. */
export const shownOutcomes = [
  'accepted',
  'refused',
  'changed',
  'crashed',
  'unclear',
  'missing',
  'forbidden',
] as const satisfies readonly SentOutcome[];

/** What each outcome of a class of values in a field means. */
export const outcomeMeanings: Readonly<Record<SentOutcome, string>> = {
  accepted: 'accepted',
  refused: 'refused, although the plain request was accepted',
  changed: 'answered with a deviation that a plain value does not cause',
  crashed: 'a server error, or an answer that cannot be read',
  unclear: 'sent only beside values that explain what happened',
  missing: 'not sent by this run',
  forbidden: 'cannot be sent in this field',
};

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

/** Numbers of entries that follow each other and came to the same. */
export interface SizeRange {
  readonly field: string;
  readonly from: number;
  readonly to: number;
  readonly outcome: SentOutcome;
}

/** The numbers of entries of a row, joined where they follow each other. */
export function batchSizes({ classes, fields }: SentRow): readonly SizeRange[] {
  return Object.entries(fields).flatMap(([field, letters]) => {
    const ranges: SizeRange[] = [];
    classes.forEach((name, at) => {
      const size = sizeOfClass(name);
      const outcome = outcomeOfLetter(letters[at]);
      if (size === undefined || outcome === undefined) return;
      const last = ranges.at(-1);
      if (last !== undefined && last.outcome === outcome && last.to === size - 1)
        ranges.splice(-1, 1, { ...last, to: size });
      else ranges.push({ field, from: size, to: size, outcome });
    });
    return ranges;
  });
}

/** The row without numbers of entries, and without fields that have nothing else. */
export function withoutSizes(row: SentRow): SentRow {
  const kept = row.classes.flatMap((name, at) => (sizeOfClass(name) === undefined ? [at] : []));
  const fields = Object.entries(row.fields).map(([field, letters]) => {
    const own = kept.map((at) => letters[at] ?? '.').join('');
    return [field, own.replace(/\.+$/, '')] as const;
  });
  return {
    ...row,
    classes: kept.map((at) => row.classes[at] ?? ''),
    fields: Object.fromEntries(fields.filter(([, letters]) => letters !== '')),
  };
}

/** `1 to 50 entries`, `7 entries`. */
export function sizeWords({ from, to }: SizeRange): string {
  if (from === to) return `${from} ${from === 1 ? 'entry' : 'entries'}`;
  return `${from} to ${to} entries`;
}
