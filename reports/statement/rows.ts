import { formOf, optionalParts } from '../../schemas/contract.ts';
import { defined } from '../../schemas/defined.ts';
import { groupedBy } from '../../schemas/json.ts';
import { unexplainedFindings } from '../../schemas/judge/judge-run.ts';
import { isDocumented } from '../../schemas/operations.ts';
import { compare } from '../../schemas/plain-text.ts';
import { isLeftOutByCaller, isOfOneTest } from '../../schemas/skip-reasons.ts';
import {
  type Clause,
  type ClauseId,
  type Finding,
  type Observation,
  type OperationId,
  operationIds,
  type Verdict,
  verdicts,
} from '../../schemas/types.ts';
import type { AcrossRun, GatheredEvidence, SkippedNote } from '../evidence/lines.ts';
import type { ClauseRow, Deviation, DeviationRow, OpenBecause, Statement } from './format.ts';
import { worstOf } from './results.ts';
import { isTriedAgain } from './trials.ts';

/** The counts of one clause in one operation. */
interface Count {
  /** Exchanges that exercised the clause. */
  exchanges: number;
  /** Exchanges without a finding. */
  held: number;
  readonly verdicts: Set<Finding['verdict']>;
  findings: number;
  observed: boolean;
}

/** All verdicts and findings of a run, counted by clause and operation. */
export interface Tally {
  /** By clause, then by operation. */
  readonly counts: ReadonlyMap<ClauseId, ReadonlyMap<OperationId, Count>>;
  /** Operations with an accepted allowed request. */
  readonly accepted: ReadonlySet<OperationId>;
  readonly findings: readonly Finding[];
  readonly observations: Statement['observations'];
}

// Behaviour that never repeats is noise; the first observations of a clause are enough.
const mostFingerprints = 100;

/** Counts the findings and observations of exchanges, twins, notes and the rules across exchanges. */
export function tallyOf(
  { exchanges, notes }: GatheredEvidence,
  acrossRun: AcrossRun,
  clauses: readonly Clause[],
): Tally {
  const onCaller = new Set(clauses.filter(({ obliged }) => obliged === 'caller').map(({ id }) => id));
  const counts = new Map<ClauseId, Map<OperationId, Count>>();
  const findings: Finding[] = [];
  const seen: Observation[] = [];
  const perOperation = groupedBy(exchanges, ({ operation }) => operation);
  const accepted = new Set<OperationId>();

  const countOf = (clause: ClauseId, operation: OperationId): Count => {
    const own = counts.get(clause) ?? new Map<OperationId, Count>();
    const none = {
      exchanges: 0,
      held: 0,
      verdicts: new Set<Finding['verdict']>(),
      findings: 0,
      observed: false,
    };
    const count = own.get(operation) ?? none;
    counts.set(clause, own.set(operation, count));
    return count;
  };
  const find = (list: readonly Finding[]) => {
    for (const finding of list) {
      const count = countOf(finding.clause, finding.operation);
      count.verdicts.add(finding.verdict);
      count.findings += 1;
      findings.push(finding);
    }
  };
  const observe = (list: readonly Observation[]) => {
    for (const { clause, operation } of list) countOf(clause, operation).observed = true;
    seen.push(...list);
  };
  const exercise = (clauses: readonly ClauseId[], operation: OperationId, found: readonly Finding[]) => {
    for (const clause of clauses) {
      const count = countOf(clause, operation);
      count.exchanges += 1;
      if (!found.some((finding) => finding.clause === clause)) count.held += 1;
    }
  };

  for (const { operation, judgement, sent } of exchanges) {
    const found = unexplainedFindings(judgement.findings, acrossRun.explained ?? []);
    if (judgement.outcome === 'accepted' && judgement.request !== 'broken') accepted.add(operation);
    // Only valid traffic shows that the suite keeps the clauses on the caller.
    const exercised =
      sent.intent === 'valid' ? judgement.exercised : judgement.exercised.filter((id) => !onCaller.has(id));
    exercise(exercised, operation, found);
    find(found);
    observe(judgement.observations);
  }
  for (const note of notes) {
    if (note.kind !== 'twin' && note.kind !== 'observed') continue;
    observe(note.observations);
    const judged = note.kind === 'twin' ? note : note.judged;
    if (judged === undefined) continue;
    exercise(judged.exercised, judged.operation, judged.findings);
    find(judged.findings);
  }
  find(acrossRun.findings);
  observe(acrossRun.observations);
  for (const clause of acrossRun.exercised) {
    // A rule across exchanges looks at all exchanges of its operations.
    for (const [operation, { length }] of perOperation) {
      const count = countOf(clause, operation);
      count.exchanges = Math.max(count.exchanges, length);
    }
  }
  return { counts, accepted, findings, observations: countedObservations(seen) };
}

/** Each behaviour once, with its number of exchanges; at most 100 for each clause and operation. */
function countedObservations(seen: readonly Observation[]): Statement['observations'] {
  const place = ({ clause, operation }: Observation) => `${clause}\n${operation}`;
  const alike = [...groupedBy(seen, (one) => `${place(one)}\n${one.fingerprint}`).values()]
    .flatMap((some) => (some[0] === undefined ? [] : [{ ...some[0], exchanges: some.length }]))
    .sort(
      (a, b) =>
        compare(a.clause, b.clause) ||
        compare(a.operation, b.operation) ||
        compare(a.fingerprint, b.fingerprint),
    );
  return [...groupedBy(alike, place).values()].flatMap((some) => some.slice(0, mostFingerprints));
}

interface RowContext {
  readonly capabilities: Readonly<Record<OperationId, boolean>>;
  readonly selected: ReadonlySet<OperationId>;
  readonly skipped: readonly SkippedNote[];
  /** True if the run ended early. */
  readonly cutShort: boolean;
}

type Judged = Pick<ClauseRow, 'verdict' | 'why' | 'because' | 'held'>;

/** The input of one row: a clause for one operation, or for the whole interface, and its counts. */
interface RowInput extends RowContext, Pick<Tally, 'accepted'> {
  readonly clause: Clause;
  readonly operation: OperationId | undefined;
  readonly counts: readonly Count[];
  readonly absent: Absent;
}

function verdictSeen({ clause: { evidence }, counts }: RowInput): Verdict | undefined {
  const found = worstOf(counts.flatMap(({ verdicts }) => [...verdicts]));
  if (found !== undefined) return found;
  if (evidence !== 'silent' && counts.some(({ exchanges }) => exchanges > 0)) return 'pass';
  // A service may show its reading of a contradiction where no exchange can break it.
  const isOpen = evidence === 'silent' || evidence === 'conflicting';
  return isOpen && counts.some(({ observed }) => observed) ? 'observed' : undefined;
}

/** A member missing in answers, with its section of the document and the clauses on its form. */
interface AbsentMember {
  readonly name: string;
  readonly section: string;
  readonly form: ReadonlySet<string>;
}

type Absent = ReadonlyMap<OperationId, readonly AbsentMember[]>;

function absentIn({ findings, accepted, counts }: Tally): Absent {
  // Members that may be absent or empty without a warning, and that no answer contained.
  const optional = [...accepted].filter(isDocumented).flatMap((operation) => {
    const isMet = (id: string) => (counts.get(id)?.get(operation)?.exchanges ?? 0) > 0;
    const parts = optionalParts(operation).filter(({ listedBy, own }) => isMet(listedBy) && !own.some(isMet));
    return parts.map(({ name }) => ({ operation, name, section: '' }));
  });
  const listed = findings.flatMap(({ kind, clause, operation, path }) =>
    kind === 'absent' && clause.endsWith('/listed') && isDocumented(operation)
      ? [{ operation, name: path.split('.').at(-1) ?? '', section: clause.split('/')[0] ?? '' }]
      : [],
  );
  const members = [...optional, ...listed].map((one) => [JSON.stringify(one), one] as const);
  const lacked = [...new Map(members).values()].map(({ operation, name, section }) => ({
    operation,
    name,
    section,
    form: formOf(operation, name),
  }));
  return groupedBy(lacked, ({ operation }) => operation);
}

/** The name of the member that was never returned, if the clause is about its form. */
function missedFor({ clause: { id, obliged }, operation, absent }: RowInput): string | undefined {
  if (obliged !== 'service' || operation === undefined) return undefined;
  const [section, subject = ''] = id.split('/');
  return absent
    .get(operation)
    ?.find(({ form, ...one }) => form.has(id) || (one.section === section && form.has(subject)))?.name;
}

function skippedBecause({ clause: { id }, operation, skipped, accepted }: RowInput) {
  const fits = (note: SkippedNote) =>
    note.operation === undefined || operation === undefined || note.operation === operation;
  // What the run could not do has priority over what the caller left out.
  const first = (is: (note: SkippedNote) => boolean) => {
    const some = skipped.filter(is);
    return some.find(({ reason }) => !isLeftOutByCaller(reason)) ?? some[0];
  };
  const own = first((note) => note.clauses?.includes(id) === true && fits(note));
  // A skip of one test says nothing about clauses that other tests may exercise.
  const isMet = operation !== undefined && accepted.has(operation);
  const whole = first(
    ({ clauses, reason, ...note }) =>
      clauses === undefined &&
      note.operation !== undefined &&
      note.operation === operation &&
      !(isMet && isOfOneTest(reason)),
  );
  const all = first((note) => note.clauses === undefined && note.operation === undefined);
  return { reason: (own ?? whole ?? all)?.reason, isOwn: own !== undefined };
}

function notTested(why: string, because: OpenBecause): Judged {
  return { verdict: 'not-tested', why, because };
}

function unseen(row: RowInput): Judged {
  const { clause, operation, capabilities, selected, cutShort } = row;
  const { gap, statement } = clause;
  if (gap !== undefined && 'unobservable' in gap) return { verdict: 'not-testable', why: gap.unobservable };
  const operations = operation === undefined ? operationIds : [operation];
  if (!operations.some((id) => capabilities[id]))
    return { verdict: 'not-applicable', why: 'the target declares that it does not have this operation' };
  if (!operations.some((id) => selected.has(id)))
    return notTested('the run was limited to other operations', 'left-out');
  const { reason: skipped, isOwn } = skippedBecause(row);
  const missed = isOwn ? undefined : missedFor(row);
  if (missed !== undefined)
    return { verdict: 'not-applicable', why: `never returned: ${missed}`, because: 'never-returned' };
  if (skipped !== undefined) return notTested(skipped, isLeftOutByCaller(skipped) ? 'left-out' : 'hindered');
  if (cutShort) return notTested('the run ended before it', 'hindered');
  const unmet = gap === undefined ? `could have shown a deviation: ${statement}` : `showed ${gap.observed}`;
  return notTested(`no exchange of this run ${unmet}`, 'unmet');
}

function judgedAs(row: RowInput): Judged {
  const { clause, operation, counts, accepted } = row;
  const verdict = verdictSeen(row);
  if (verdict === undefined) return unseen(row);
  // A service with one fixed answer meets many clauses by chance; a pass needs an accepted request.
  const isMet = operation === undefined ? accepted.size > 0 : accepted.has(operation);
  if (verdict === 'pass' && clause.obliged === 'service' && !isMet)
    return notTested('the service accepted no request of this operation', 'unaccepted');
  const held = counts.reduce((sum, count) => sum + count.held, 0);
  return verdict === 'inconclusive' && held > 0 ? { verdict, held } : { verdict };
}

/** One row for each clause and operation of it, or operation with a finding; one row for an interface clause. */
export function rowsOf(clauses: readonly Clause[], tally: Tally, run: RowContext): ClauseRow[] {
  const shared = { ...run, accepted: tally.accepted, absent: absentIn(tally) };
  return clauses.flatMap((clause) => {
    const met = tally.counts.get(clause.id) ?? new Map<OperationId, Count>();
    const rowOf = (operation: OperationId | undefined, counts: readonly Count[]): ClauseRow => ({
      id: clause.id,
      section: clause.section,
      evidence: clause.evidence,
      obliged: clause.obliged,
      ...defined({ operation }),
      exchanges: counts.reduce((sum, { exchanges }) => sum + exchanges, 0),
      ...judgedAs({ ...shared, clause, operation, counts }),
    });
    if (clause.operations.length === 0) return [rowOf(undefined, [...met.values()])];
    // A rule across exchanges counts all operations of the run; only those of its clauses get rows.
    return operationIds
      .filter((id) => clause.operations.includes(id) || (met.get(id)?.findings ?? 0) > 0)
      .map((id) => rowOf(id, [met.get(id) ?? []].flat()));
  });
}

function isBreach({ verdict }: ClauseRow): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

interface DeviationContext {
  readonly evidence: Pick<GatheredEvidence, 'exchanges' | 'notes'>;
  readonly acrossRun: AcrossRun;
  readonly selected: ReadonlySet<OperationId>;
  /** The day of the run's end, `YYYY-MM-DD`. */
  readonly today: string;
}

function stateOf(
  deviation: Deviation,
  rows: readonly ClauseRow[],
  earlier: readonly Deviation[],
  { evidence, acrossRun, selected, today }: DeviationContext,
): DeviationRow['state'] {
  const { clause, operation, expires } = deviation;
  const row = rows.find((one) => one.id === clause && (one.operation ?? operation) === operation);
  if (row === undefined) return 'unmatched';
  if (earlier.some((one) => one.clause === clause && one.operation === operation)) return 'duplicate';
  if (expires < today) return 'expired';
  if (isBreach(row)) return 'met';
  // Only the same trial shows that it is gone: another seed, test or operation may not have met it at all.
  const isDecided = verdicts.indexOf(row.verdict) > verdicts.indexOf('warn');
  const isGone = isDecided && selected.has(operation) && isTriedAgain(deviation, evidence, acrossRun);
  return isGone ? 'stale' : 'not-met';
}

/** The known deviations with their state in this run. */
export function deviationRows(
  deviations: readonly Deviation[],
  rows: readonly ClauseRow[],
  { counts }: Tally,
  context: DeviationContext,
): DeviationRow[] {
  return deviations.map((deviation, index) => ({
    ...deviation,
    state: stateOf(deviation, rows, deviations.slice(0, index), context),
    findings: counts.get(deviation.clause)?.get(deviation.operation)?.findings ?? 0,
  }));
}

/** Id of the deviation that covers a clause in an operation, or undefined. */
export function coveringId(
  deviations: readonly DeviationRow[],
  row: Pick<ClauseRow, 'id' | 'operation'>,
): string | undefined {
  return deviations.find(
    ({ state, clause, operation }) =>
      state === 'met' && clause === row.id && (row.operation ?? operation) === operation,
  )?.id;
}

/** The rows with the id of the deviation that covers them. */
export function markKnown(rows: readonly ClauseRow[], deviations: readonly DeviationRow[]): ClauseRow[] {
  return rows.map((row) => {
    const deviation = isBreach(row) ? coveringId(deviations, row) : undefined;
    return deviation === undefined ? row : { ...row, deviation };
  });
}
