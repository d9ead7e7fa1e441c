import { outcomeOfLetter, type SentOutcome, type SentRow, sizeOfClass } from '../../schemas/sent.ts';

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
