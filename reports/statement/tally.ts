import { groupedBy } from '../../schemas/json.ts';
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
  const seen: Observation[] = [];
  const perOperation = new Map<OperationId, number>();
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
    const found = unexplained(judgement.findings, acrossRun.explained ?? []);
    perOperation.set(operation, (perOperation.get(operation) ?? 0) + 1);
    if (judgement.outcome === 'accepted' && judgement.request !== 'broken') accepted.add(operation);
    // Only traffic that was meant to be right shows that the suite keeps to the caller's clauses.
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
    // A rule across exchanges looked at all exchanges of its operations.
    for (const [operation, total] of perOperation) {
      const count = countOf(clause, operation);
      count.exchanges = Math.max(count.exchanges, total);
    }
  }
  return { counts, accepted, findings, observations: countedObservations(seen) };
}

/** Each behaviour once, with the number of exchanges that showed it; of each clause and operation the first hundred. */
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
