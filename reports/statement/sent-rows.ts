import {
  compareClasses,
  lettersOf,
  outcomeOfLetter,
  type SentOutcome,
  type SentRow,
  worseOutcome,
} from '../../schemas/history/sent.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { EvidenceNote, SentNote } from '../evidence/lines.ts';

type Outcomes = Map<string, Map<string, SentOutcome>>;

function addTo(outcomes: Outcomes, { classes, fields }: SentRow): void {
  for (const [field, letters] of Object.entries(fields)) {
    const known = outcomes.get(field) ?? new Map<string, SentOutcome>();
    outcomes.set(field, known);
    classes.forEach((name, at) => {
      const outcome = outcomeOfLetter(letters[at]);
      if (outcome !== undefined) known.set(name, worseOutcome(outcome, known.get(name) ?? outcome));
    });
  }
}

function joined(operation: SentRow['operation'], notes: readonly SentNote[]): SentRow {
  const outcomes: Outcomes = new Map();
  for (const note of notes) addTo(outcomes, note);
  const classes = [...new Set([...outcomes.values()].flatMap((field) => [...field.keys()]))].sort(
    compareClasses,
  );
  const has = (wanted: SentOutcome) => (field: string) =>
    [...(outcomes.get(field)?.values() ?? [])].includes(wanted);
  const whys = [...new Set(notes.flatMap(({ forbidden }) => forbidden.map(({ why }) => why)))];
  const missing = [...outcomes.keys()].some(has('missing'))
    ? notes.flatMap((note) => note.missing ?? [])
    : [];
  return {
    operation,
    classes,
    fields: Object.fromEntries([...outcomes].map(([name, field]) => [name, lettersOf(field, classes)])),
    forbidden: whys.flatMap((why) => {
      const own = notes.flatMap((note) => note.forbidden).filter((one) => one.why === why);
      const fields = [...new Set(own.flatMap((one) => one.fields))].filter(has('forbidden'));
      return fields.length === 0 ? [] : [{ why, fields }];
    }),
    ...(missing.length === 0 ? {} : { missing: [...new Set(missing)].join('; ') }),
  };
}

/** What the requests of a run carried: one row for each operation, of all its tests together. */
export function sentRows(notes: readonly EvidenceNote[]): readonly SentRow[] {
  const own = notes.filter((note) => note.kind === 'sent');
  return documentedOperations.flatMap(({ id }) => {
    const some = own.filter(({ operation }) => operation === id);
    return some.length === 0 ? [] : [joined(id, some)];
  });
}

/** How many pairs of field and class had each outcome. */
export function countSent({ fields }: SentRow): Readonly<Record<SentOutcome, number>> {
  const counts = { crashed: 0, refused: 0, changed: 0, accepted: 0, unclear: 0, missing: 0, forbidden: 0 };
  for (const letters of Object.values(fields)) {
    for (const letter of letters) {
      const outcome = outcomeOfLetter(letter);
      if (outcome !== undefined) counts[outcome] += 1;
    }
  }
  return counts;
}
