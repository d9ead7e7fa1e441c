import { unexplained } from '../../schemas/judge/judge-run.ts';
import { compare } from '../../schemas/plain-text.ts';
import type { Clause, ClauseId, Finding, Observation, OperationId } from '../../schemas/types.ts';
import type { AcrossRun, GatheredEvidence } from '../evidence/lines.ts';
import type { Statement } from './format.ts';

/** What a run said about one clause in one operation. */
export interface Count {
  /** Exchanges that exercised it. */
  exchanges: number;
  /** Those of them in which nothing was found. */
  held: number;
  readonly verdicts: Set<Finding['verdict']>;
  findings: number;
  observed: boolean;
}

/** Everything that a run said, counted by clause and operation. */
export interface Tally {
  /** By clause, then by operation. */
  readonly counts: ReadonlyMap<ClauseId, ReadonlyMap<OperationId, Count>>;
  /** Operations of which an allowed request was accepted. */
  readonly accepted: ReadonlySet<OperationId>;
  readonly findings: readonly Finding[];
  readonly observations: Statement['observations'];
}

// Behaviour that never repeats is noise; the first ones of a clause tell as much as all of them.
const mostFingerprints = 100;

/** Counts what exchanges, twins, notes and the rules across exchanges said. */
export function tallyOf(
  { exchanges, notes }: GatheredEvidence,
  acrossRun: AcrossRun,
  clauses: readonly Clause[],
): Tally {
  const onCaller = new Set(clauses.filter(({ obliged }) => obliged === 'caller').map(({ id }) => id));
  const counts = new Map<ClauseId, Map<OperationId, Count>>();
  const findings: Finding[] = [];
  const seen = new Map<string, { observation: Observation; exchanges: number }>();
  const perOperation = new Map<OperationId, number>();
  const accepted = new Set<OperationId>();

  const countOf = (clause: ClauseId, operation: OperationId): Count => {
    const own = counts.get(clause) ?? new Map<OperationId, Count>();
    const count = own.get(operation) ?? {
      exchanges: 0,
      held: 0,
      verdicts: new Set(),
      findings: 0,
      observed: false,
    };
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
    for (const observation of list) {
      const { clause, operation, fingerprint } = observation;
      countOf(clause, operation).observed = true;
      const key = [clause, operation, fingerprint].join('\n');
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { observation, exchanges: 1 });
      else known.exchanges += 1;
    }
  };

  const exercise = (
    clauses: readonly ClauseId[],
    operation: OperationId,
    found: readonly Finding[],
    isTold = (_: ClauseId) => true,
  ) => {
    for (const clause of clauses) {
      if (!isTold(clause)) continue;
      const count = countOf(clause, operation);
      count.exchanges += 1;
      if (found.length === 0 || !found.some((finding) => finding.clause === clause)) count.held += 1;
    }
  };

  // Only traffic that was meant to be right shows that the suite keeps to the caller's clauses.
  const isOnService = (clause: ClauseId) => !onCaller.has(clause);
  for (const { operation, judgement, sent } of exchanges) {
    const found = unexplained(judgement.findings, acrossRun.explained ?? []);
    perOperation.set(operation, (perOperation.get(operation) ?? 0) + 1);
    if (judgement.outcome === 'accepted' && judgement.request !== 'broken') accepted.add(operation);
    exercise(judgement.exercised, operation, found, sent.intent === 'valid' ? undefined : isOnService);
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
    // A rule across exchanges looked at all exchanges of its operations.
    for (const [operation, total] of perOperation) {
      const count = countOf(clause, operation);
      count.exchanges = Math.max(count.exchanges, total);
    }
  }
  return { counts, accepted, findings, observations: sortObservations([...seen.values()]) };
}

function sortObservations(
  seen: readonly { observation: Observation; exchanges: number }[],
): Statement['observations'] {
  const perClause = new Map<string, number>();
  return seen
    .map(({ observation, exchanges }) => ({ ...observation, exchanges }))
    .sort(
      (a, b) =>
        compare(a.clause, b.clause) ||
        compare(a.operation, b.operation) ||
        compare(a.fingerprint, b.fingerprint),
    )
    .filter(({ clause, operation }) => {
      const key = `${clause}\n${operation}`;
      const before = perClause.get(key) ?? 0;
      perClause.set(key, before + 1);
      return before < mostFingerprints;
    });
}
