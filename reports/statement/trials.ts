import { defined } from '../../schemas/defined.ts';
import { groupedBy } from '../../schemas/json.ts';
import { compare } from '../../schemas/plain-text.ts';
import type { ClauseId, OperationId, Origin } from '../../schemas/types.ts';
import type { AcrossRun, EvidenceExchange, GatheredEvidence } from '../evidence/lines.ts';
import type { Deviation, MadeTrials, StatementFinding, Trial } from './format.ts';

// Another seed draws another case under the same number, and combines other classes of values.
const numbered = /^classes\/\d+$/;

/** The trial of an exchange. A drawn case is named by its number and its seed, since its values have no name. */
export function trialOf({ test, caseName, path, seed }: Origin): Trial {
  // Smaller variants of a case belong to it.
  const drawn = path?.split(':')[0];
  if (drawn !== undefined) return { test, case: `${caseName ?? 'case'}, number ${drawn} of seed ${seed}` };
  const isNumbered = caseName !== undefined && numbered.test(caseName);
  return { test, ...defined({ case: isNumbered ? `${caseName} of seed ${seed}` : caseName }) };
}

/** The trial of a finding, for an entry of a known deviation; undefined if no test made it. */
function trialIn({ test, caseName, seed }: StatementFinding): Deviation['trial'] {
  return test === undefined ? undefined : { test, ...defined({ case: caseName }), seed };
}

/** An entry for the file of known deviations, with dots where a person has to write. */
export function readyRow(finding: StatementFinding): Omit<Deviation, 'id'> {
  const { clause, operation } = finding;
  const open = { reason: '…', owner: '…', expires: 'YYYY-MM-DD' };
  return { clause, operation, ...open, ...defined({ trial: trialIn(finding) }) };
}

/** The tests of a run with their named cases, sorted. */
export function madeTrials(exchanges: readonly EvidenceExchange[]): readonly MadeTrials[] {
  const trials = exchanges.map(({ origin }) => trialOf(origin));
  return [...groupedBy(trials, ({ test }) => test)]
    .map(([test, some]) => ({ test, cases: [...new Set(some.flatMap((one) => one.case ?? []))].sort() }))
    .sort((one, other) => compare(one.test, other.test));
}

/** Returns whether a trial is among those of a run; without a case, every trial of its test is. */
export function isMade(trial: Trial, made: readonly MadeTrials[]): boolean {
  const cases = made.find(({ test }) => test === trial.test)?.cases;
  return cases !== undefined && (trial.case === undefined || cases.includes(trial.case));
}

/** Returns whether an exchange belongs to a trial; a trial with a seed is another one in a run of another seed. */
function isOf({ test, case: named, seed }: Trial & { readonly seed?: number }, origin: Origin): boolean {
  const own = trialOf(origin);
  return own.test === test && (named ?? own.case) === own.case && (seed ?? origin.seed) === origin.seed;
}

/**
 * Returns whether the trial of a known deviation was made in a run and exercised its clause: in one of its exchanges, in
 * a comparison with a control, or in a rule over all exchanges. Without a finding of the clause, it conformed.
 */
export function isTriedAgain(
  { clause, operation, trial }: Pick<Deviation, 'clause' | 'operation' | 'trial'>,
  { exchanges, notes }: Pick<GatheredEvidence, 'exchanges' | 'notes'>,
  acrossRun: AcrossRun,
): boolean {
  if (trial === undefined) return false;
  const own = exchanges.filter((one) => one.operation === operation && isOf(trial, one.origin));
  if (own.length === 0) return false;
  const ids = new Set(own.map(({ id }) => id));
  const isExercised = (by: { readonly operation: OperationId; readonly exercised: readonly ClauseId[] }) =>
    by.operation === operation && by.exercised.includes(clause);
  // A rule over all exchanges says nothing of a trial that got no answer, nor of a clause that answers alone decide.
  const isOfAnswers = exchanges.some(({ judgement }) => isExercised(judgement));
  const isAnswered = own.some(
    ({ judgement: { outcome } }) => outcome === 'accepted' || outcome === 'refused',
  );
  return (
    (acrossRun.exercised.includes(clause) && !isOfAnswers && isAnswered) ||
    own.some(({ judgement }) => isExercised(judgement)) ||
    notes.some((note) => {
      if (note.kind === 'twin') return ids.has(note.probe) && isExercised(note);
      if (note.kind !== 'observed' || note.judged === undefined || note.origin === undefined) return false;
      return isOf(trial, note.origin) && isExercised(note.judged);
    })
  );
}
