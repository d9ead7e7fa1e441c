import { isLeftOut } from '../../schemas/left-out.ts';
import { type Clause, type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import type { SkippedNote } from '../evidence/lines.ts';
import { worstOf } from '../results.ts';
import type { ClauseRow, OpenBecause } from './format.ts';
import type { Count, Tally } from './tally.ts';

/** What rows depend on besides the tally. */
export interface RowContext {
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly selected: ReadonlySet<OperationId>;
  readonly skipped: readonly SkippedNote[];
  /** True when the run ended early. */
  readonly cutShort: boolean;
}

type Judged = Pick<ClauseRow, 'verdict' | 'why' | 'because' | 'held'>;

function verdictSeen({ evidence }: Clause, counts: readonly Count[]): Verdict | undefined {
  const found = worstOf(counts.flatMap(({ verdicts }) => [...verdicts]));
  if (found !== undefined) return found;
  if (evidence === 'silent') return counts.some(({ observed }) => observed) ? 'observed' : undefined;
  return counts.some(({ exchanges }) => exchanges > 0) ? 'pass' : undefined;
}

function skippedBecause(
  { id }: Clause,
  operation: OperationId | undefined,
  skipped: readonly SkippedNote[],
): string | undefined {
  const fits = (note: SkippedNote) =>
    note.operation === undefined || operation === undefined || note.operation === operation;
  // What a run meant to do and could not weighs more than what its caller left out.
  const first = (is: (note: SkippedNote) => boolean) => {
    const some = skipped.filter(is);
    return some.find(({ reason }) => !isLeftOut(reason)) ?? some[0];
  };
  const own = first((note) => note.clauses?.includes(id) === true && fits(note));
  const whole = first(
    (note) => note.clauses === undefined && note.operation !== undefined && note.operation === operation,
  );
  const all = first((note) => note.clauses === undefined && note.operation === undefined);
  return (own ?? whole ?? all)?.reason;
}

function unseen(clause: Clause, operation: OperationId | undefined, context: RowContext): Judged {
  if (clause.gap !== undefined && 'unobservable' in clause.gap) {
    return { verdict: 'not-testable', why: clause.gap.unobservable };
  }
  const operations = operation === undefined ? operationIds : [operation];
  if (!operations.some((id) => context.capabilities[id])) {
    return { verdict: 'not-applicable', why: 'the target declares that it does not have this operation' };
  }
  if (!operations.some((id) => context.selected.has(id))) {
    return notTested('the run was limited to other operations', 'left-out');
  }
  const skipped = skippedBecause(clause, operation, context.skipped);
  if (skipped !== undefined) return notTested(skipped, isLeftOut(skipped) ? 'left-out' : 'hindered');
  return context.cutShort
    ? notTested('the run ended before it', 'hindered')
    : notTested('no exchange of this run met its condition', 'unmet');
}

function notTested(why: string, because: OpenBecause): Judged {
  return { verdict: 'not-tested', why, because };
}

// A fixed answer to everything keeps many a clause by chance; only a service that was met can pass one.
function isUnaccepted(
  { obliged }: Clause,
  operation: OperationId | undefined,
  { accepted }: Pick<Tally, 'accepted'>,
): boolean {
  return obliged === 'service' && (operation === undefined ? accepted.size === 0 : !accepted.has(operation));
}

function judgedAs(
  clause: Clause,
  operation: OperationId | undefined,
  counts: readonly Count[],
  context: RowContext & Pick<Tally, 'accepted'>,
): Judged {
  const verdict = verdictSeen(clause, counts);
  if (verdict === undefined) return unseen(clause, operation, context);
  if (verdict === 'pass' && isUnaccepted(clause, operation, context))
    return notTested('the service accepted no request of this operation', 'unaccepted');
  const held = counts.reduce((sum, count) => sum + count.held, 0);
  return verdict === 'inconclusive' && held > 0 ? { verdict, held } : { verdict };
}

function rowOf(
  clause: Clause,
  operation: OperationId | undefined,
  counts: readonly Count[],
  context: RowContext & Pick<Tally, 'accepted'>,
): ClauseRow {
  const judged = judgedAs(clause, operation, counts, context);
  return {
    id: clause.id,
    section: clause.section,
    evidence: clause.evidence,
    obliged: clause.obliged,
    ...(operation !== undefined && { operation }),
    exchanges: counts.reduce((sum, { exchanges }) => sum + exchanges, 0),
    ...judged,
  };
}

/** One row per clause and operation that it applies to or was met in; one row for a clause about the whole interface. */
export function rowsOf(
  clauses: readonly Clause[],
  { counts, accepted }: Tally,
  scope: RowContext,
): ClauseRow[] {
  const context = { ...scope, accepted };
  return clauses.flatMap((clause) => {
    const met = counts.get(clause.id) ?? new Map<OperationId, Count>();
    if (clause.operations.length === 0) return [rowOf(clause, undefined, [...met.values()], context)];
    // A rule across exchanges counts every operation of the run; only its own clauses' operations make rows.
    const own = operationIds.filter(
      (id) => clause.operations.includes(id) || (met.get(id)?.findings ?? 0) > 0,
    );
    return own.map((operation) => {
      const count = met.get(operation);
      return rowOf(clause, operation, count === undefined ? [] : [count], context);
    });
  });
}
