import { refusalText, type SentOutcome } from '../../schemas/sent.ts';
import type { OperationId } from '../../schemas/types.ts';
import type { Drift, SeenBehaviour } from '../drift.ts';
import type { Statement } from '../statement/format.ts';
import { pairsOf } from './exceptions.ts';

/** A class of values in a field of which two runs saw different things become. */
export interface SentChange {
  readonly operation: OperationId;
  readonly field: string;
  readonly class: string;
  readonly from: SentOutcome;
  readonly to: SentOutcome;
}

const known: ReadonlySet<SentOutcome> = new Set(['accepted', 'refused', 'changed', 'crashed']);

function outcomesOf({ sent = [] }: Statement): ReadonlyMap<string, SentChange> {
  const pairs = sent.flatMap((row) =>
    pairsOf(row).map(({ outcome, ...pair }) => ({
      operation: row.operation,
      ...pair,
      from: outcome,
      to: outcome,
    })),
  );
  return new Map(
    pairs
      .filter(({ to }) => known.has(to))
      .map((pair) => [`${pair.operation} ${pair.field} ${pair.class}`, pair]),
  );
}

/** Classes that the service takes in another way than before; a refusal that the observations tell already is left out. */
export function sentChanges(
  before: Statement,
  after: Statement,
  { appeared, vanished }: Drift<SeenBehaviour>,
): readonly SentChange[] {
  const told = new Set(
    [...appeared, ...vanished].map(({ operation, fingerprint }) => `${operation} ${fingerprint}`),
  );
  const old = outcomesOf(before);
  return [...outcomesOf(after)].flatMap(([key, { to, ...pair }]) => {
    const from = old.get(key)?.to;
    if (from === undefined || from === to) return [];
    const isRefusal = [from, to].every((one) => one === 'accepted' || one === 'refused');
    if (isRefusal && told.has(`${pair.operation} ${refusalText(pair.field, pair.class)}`)) return [];
    return [{ ...pair, from, to }];
  });
}
