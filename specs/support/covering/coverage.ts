import type { NotSent, Pair } from '../../../generators/covering.ts';
import {
  compareClasses,
  lettersOf,
  type SentOutcome,
  type SentRow,
  worseOutcome,
} from '../../../schemas/history/sent.ts';
import { groupedBy } from '../../../schemas/json.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../../schemas/types.ts';

/** The outcome of each class of values in each field of an operation, while a test sends them. */
export interface Coverage {
  /** Records outcomes; the worst counts. A refusal is unclear until a later request is accepted. */
  note(pairs: readonly Pair[], outcome: SentOutcome): void;
  /** Like `note`, for concurrent requests: refusals come last, as it is unknown what was accepted later. */
  beside<Result>(send: (note: Coverage['note']) => Promise<Result>): Promise<Result>;
  /** While refusals are unclear, sends the plain request of `control`; its acceptance makes them count. */
  settle(control: () => Promise<JudgedExchange | undefined>): Promise<void>;
  /** Records pairs that are not sent, with the reason. */
  leave(notSent: readonly NotSent[]): void;
  /** The row for the statement; `why` is the reason why planned pairs were never sent. */
  row(why: string): SentRow;
}

/** Starts a coverage in which nothing was sent. */
export function startCoverage(
  operation: DocumentedOperationId,
  planned: readonly Pair[],
  notSent: readonly NotSent[] = [],
): Coverage {
  const outcomes = new Map<string, Map<string, SentOutcome>>();
  const of = (field: string) => {
    const known = outcomes.get(field) ?? new Map<string, SentOutcome>();
    outcomes.set(field, known);
    return known;
  };
  for (const pair of planned) of(pair.field).set(pair.class, 'missing');
  const left: NotSent[] = [];
  const leave = (some: readonly NotSent[]) => {
    left.push(...some);
    for (const pair of some) of(pair.field).set(pair.class, 'forbidden');
  };
  leave(notSent);
  let refused: Pair[] = [];
  const set = (pairs: readonly Pair[], outcome: SentOutcome) => {
    for (const pair of pairs) {
      const known = of(pair.field);
      known.set(pair.class, worseOutcome(outcome, known.get(pair.class) ?? outcome));
    }
  };
  const count = () => {
    set(refused, 'refused');
    refused = [];
  };
  const note: Coverage['note'] = (pairs, outcome) => {
    if (outcome === 'accepted') count();
    if (outcome === 'refused') refused.push(...pairs);
    else set(pairs, outcome);
  };
  return {
    leave,
    note,
    async beside(send) {
      const late: Pair[] = [];
      try {
        return await send((pairs, outcome) =>
          outcome === 'refused' ? void late.push(...pairs) : note(pairs, outcome),
        );
      } finally {
        note(late, 'refused');
      }
    },
    async settle(control) {
      if (refused.length > 0 && (await control())?.judgement.outcome === 'accepted') count();
    },
    row(why) {
      set(refused, 'unclear');
      const classes = [...new Set([...outcomes.values()].flatMap((field) => [...field.keys()]))].sort(
        compareClasses,
      );
      const fields = [...outcomes].map(([name, field]) => [name, lettersOf(field, classes)] as const);
      const isMissing = [...outcomes.values()].some((field) => [...field.values()].includes('missing'));
      return {
        operation,
        classes,
        fields: Object.fromEntries(fields),
        forbidden: [...groupedBy(left, (one) => one.why)].map(([reason, some]) => ({
          why: reason,
          fields: [...new Set(some.map(({ field }) => field))],
        })),
        ...(isMissing ? { missing: why } : {}),
      };
    },
  };
}
