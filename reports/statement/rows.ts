import { formOf, optionalParts } from '../../schemas/contract.ts';
import { isLeftOut } from '../../schemas/left-out.ts';
import { isDocumented } from '../../schemas/operations.ts';
import { type Clause, type OperationId, operationIds, type Verdict, verdicts } from '../../schemas/types.ts';
import type { Deviation } from '../deviations.ts';
import type { SkippedNote } from '../evidence/lines.ts';
import type { ClauseRow, DeviationRow, OpenBecause } from './format.ts';
import { worstOf } from './results.ts';
import type { Count, Tally } from './tally.ts';

/** What rows depend on besides the tally. */
interface RowContext {
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
  if (evidence !== 'silent' && counts.some(({ exchanges }) => exchanges > 0)) return 'pass';
  // Which reading of a contradiction a service takes may show where nothing could have broken it.
  const isOpen = evidence === 'silent' || evidence === 'conflicting';
  return isOpen && counts.some(({ observed }) => observed) ? 'observed' : undefined;
}

/** A member that answers lacked: by the document its section, and what says something of its form. */
interface AbsentMember {
  readonly name: string;
  readonly section: string;
  readonly form: ReadonlySet<string>;
}

type Absent = ReadonlyMap<OperationId, ReadonlyMap<string, AbsentMember>>;

function absentIn({ findings, accepted, counts }: Tally): Absent {
  const found = new Map<OperationId, Map<string, AbsentMember>>();
  // What may be left out or empty without a warning, of which no answer held anything.
  for (const operation of [...accepted].filter(isDocumented)) {
    const isMet = (id: string) => (counts.get(id)?.get(operation)?.exchanges ?? 0) > 0;
    const parts = optionalParts(operation).filter(({ listedBy, own }) => isMet(listedBy) && !own.some(isMet));
    const lines = parts.map(({ name }) => ({ name, section: '', form: formOf(operation, name) }));
    found.set(operation, new Map(lines.map((line) => [line.name, line])));
  }
  for (const { kind, clause, operation, path } of findings) {
    const name = path.split('.').at(-1) ?? '';
    const own = found.get(operation) ?? new Map<string, AbsentMember>();
    const key = `${clause} ${name}`;
    if (kind !== 'absent' || !clause.endsWith('/listed') || !isDocumented(operation) || own.has(key))
      continue;
    const [section = ''] = clause.split('/');
    found.set(operation, own.set(key, { name, section, form: formOf(operation, name) }));
  }
  return found;
}

/** The member that the service would have had to return for a clause on its form to say something. */
function missedFor({ id, obliged }: Clause, operation: OperationId | undefined, absent: Absent) {
  if (obliged !== 'service' || operation === undefined) return undefined;
  const [section, subject = ''] = id.split('/');
  const members = [...(absent.get(operation)?.values() ?? [])];
  return members.find(({ form, ...one }) => form.has(id) || (one.section === section && form.has(subject)))
    ?.name;
}

function skippedBecause(
  { id }: Clause,
  operation: OperationId | undefined,
  skipped: readonly SkippedNote[],
): { readonly reason: string | undefined; readonly isOwn: boolean } {
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
  return { reason: (own ?? whole ?? all)?.reason, isOwn: own !== undefined };
}

type Context = RowContext & Pick<Tally, 'accepted'> & { readonly absent: Absent };

function unseen(clause: Clause, operation: OperationId | undefined, context: Context): Judged {
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
  const { reason: skipped, isOwn } = skippedBecause(clause, operation, context.skipped);
  const missed = isOwn ? undefined : missedFor(clause, operation, context.absent);
  if (missed !== undefined)
    return { verdict: 'not-applicable', why: `never returned: ${missed}`, because: 'never-returned' };
  if (skipped !== undefined) return notTested(skipped, isLeftOut(skipped) ? 'left-out' : 'hindered');
  return context.cutShort
    ? notTested('the run ended before it', 'hindered')
    : notTested(unmetBy(clause), 'unmet');
}

/** What would have had to happen for a clause to say something. */
function unmetBy({ gap, statement }: Clause): string {
  return gap !== undefined && 'observed' in gap
    ? `no exchange of this run showed ${gap.observed}`
    : `no exchange of this run could have broken it: ${statement}`;
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
  context: Context,
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
  context: Context,
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
export function rowsOf(clauses: readonly Clause[], tally: Tally, scope: RowContext): ClauseRow[] {
  const { counts, accepted } = tally;
  const context = { ...scope, accepted, absent: absentIn(tally) };
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

function isBreach({ verdict }: ClauseRow): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

function appliesTo(deviation: Deviation, row: ClauseRow): boolean {
  return (
    row.id === deviation.clause && (row.operation === undefined || row.operation === deviation.operation)
  );
}

function stateOf(
  deviation: Deviation,
  rows: readonly ClauseRow[],
  earlier: readonly Deviation[],
  today: string,
): DeviationRow['state'] {
  const row = rows.find((one) => appliesTo(deviation, one));
  if (row === undefined) return 'unmatched';
  if (
    earlier.some(({ clause, operation }) => clause === deviation.clause && operation === deviation.operation)
  )
    return 'duplicate';
  if (deviation.expires < today) return 'expired';
  if (isBreach(row)) return 'met';
  // An inconclusive or unexercised clause cannot tell whether the deviation is gone.
  return verdicts.indexOf(row.verdict) > verdicts.indexOf('warn') && row.exchanges > 0
    ? 'stale'
    : 'not-exercised';
}

/** What became of the known deviations; `today` is `YYYY-MM-DD`. */
export function deviationRows(
  deviations: readonly Deviation[],
  rows: readonly ClauseRow[],
  { counts }: Tally,
  today: string,
): DeviationRow[] {
  return deviations.map((deviation, index) => ({
    ...deviation,
    state: stateOf(deviation, rows, deviations.slice(0, index), today),
    findings: counts.get(deviation.clause)?.get(deviation.operation)?.findings ?? 0,
  }));
}

/** The deviation that covers a clause in an operation, or undefined. */
export function coveringId(
  deviations: readonly DeviationRow[],
  row: Pick<ClauseRow, 'id' | 'operation'>,
): string | undefined {
  return deviations.find(
    ({ state, clause, operation }) =>
      state === 'met' && clause === row.id && (row.operation ?? operation) === operation,
  )?.id;
}

/** The rows with the deviation that covers them. */
export function markKnown(rows: readonly ClauseRow[], deviations: readonly DeviationRow[]): ClauseRow[] {
  return rows.map((row) => {
    const deviation = isBreach(row) ? coveringId(deviations, row) : undefined;
    return deviation === undefined ? row : { ...row, deviation };
  });
}
