import { type Clause, type OperationId, operationIds, type Verdict } from '../../schemas/types.ts';
import type { SkippedNote } from '../evidence/lines.ts';
import { worstOf } from '../results.ts';
import type { ClauseRow } from './format.ts';
import type { Count, Tally } from './tally.ts';

/** What rows depend on besides the tally. */
export interface RowContext {
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly selected: ReadonlySet<OperationId>;
  readonly skipped: readonly SkippedNote[];
  /** True when the run ended early. */
  readonly cutShort: boolean;
}

interface Judged {
  readonly verdict: Verdict;
  readonly why?: string;
}

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
  const own = skipped.find((note) => note.clauses?.includes(id) && fits(note));
  const whole = skipped.find(
    (note) => note.clauses === undefined && note.operation !== undefined && note.operation === operation,
  );
  const all = skipped.find((note) => note.clauses === undefined && note.operation === undefined);
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
    return { verdict: 'not-tested', why: 'the run was limited to other operations' };
  }
  const why =
    skippedBecause(clause, operation, context.skipped) ??
    (context.cutShort ? 'the run ended before it' : 'no exchange of this run met its condition');
  return { verdict: 'not-tested', why };
}

function rowOf(
  clause: Clause,
  operation: OperationId | undefined,
  counts: readonly Count[],
  context: RowContext,
): ClauseRow {
  const seen = verdictSeen(clause, counts);
  const judged: Judged = seen === undefined ? unseen(clause, operation, context) : { verdict: seen };
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
export function rowsOf(clauses: readonly Clause[], { counts }: Tally, context: RowContext): ClauseRow[] {
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
