import { defined } from '../../schemas/defined.ts';
import { groupedBy } from '../../schemas/json.ts';
import { counted, listed } from '../../schemas/plain-text.ts';
import type { LawRow } from '../../schemas/rules/run/laws.ts';
import { type Verdict, verdicts } from '../../schemas/types.ts';
import type { ClauseRow, DeviationRow, ExitCode, Profile, RunResult, Warnings } from './format.ts';

/** The worst of some verdicts; undefined if there are none. */
export function worstOf(some: Iterable<Verdict>): Verdict | undefined {
  return verdicts[Math.min(...Array.from(some, (verdict) => verdicts.indexOf(verdict)))];
}

interface ResultInput {
  readonly profile: Profile;
  /** `note` if absent. */
  readonly warnings?: Warnings;
  readonly rows: readonly ClauseRow[];
  readonly deviations: readonly DeviationRow[];
  /** Defects of the suite that are not findings: a spec threw. */
  readonly suiteErrors: readonly string[];
  /** Why the evidence is incomplete. */
  readonly interruptions: readonly string[];
  /** What the run tried and could not do, according to the answers. */
  readonly gaps?: readonly string[];
  /** Promises of the acquirer beyond the document, with breaches. */
  readonly laws?: readonly LawRow[];
  /** Number of exchanges with an answer. */
  readonly answered: number;
  /** The most frequent reason for a missing answer, in words. */
  readonly unanswered?: string;
}

// The unit is the requirement: a clause for one operation.
function requirementLine(rows: readonly ClauseRow[], singular: string, many: string): readonly string[] {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ id }) => id))];
  return [`${counted(rows.length, singular, many)}: ${listed(ids, 5)}`];
}

/** Maximum number of causes that are reported separately; the rest are combined. */
const mostCauses = 3;

/** Untested rows by reason, the most frequent first. */
function byWhy(rows: readonly ClauseRow[]): readonly (readonly [why: string, rows: readonly ClauseRow[]])[] {
  // The text after a colon is about one clause.
  const causes = groupedBy(rows, ({ why = '' }) => why.split(': ')[0] ?? '');
  const sorted = [...causes].sort(([, one], [, other]) => other.length - one.length);
  const rest = sorted.slice(mostCauses).flatMap(([, some]) => some);
  return [...sorted.slice(0, mostCauses), ...(rest.length > 0 ? [['other reasons', rest] as const] : [])];
}

// Samples, implications and gaps are no statements of the document. Clauses on the caller say nothing about the
// service.
function isStated({ evidence, obliged }: ClauseRow): boolean {
  return obliged === 'service' && evidence === 'stated';
}

/** The stated clauses without a judgement: those that were hindered; for a certificate all of them. */
function untestedIn(rows: readonly ClauseRow[], profile: Profile): readonly ClauseRow[] {
  const open = rows.filter((row) => row.verdict === 'not-tested' && isStated(row));
  // Clauses left open by an operation without an accepted request are reported with that operation.
  return profile === 'certification' ? open : open.filter(({ because }) => because === 'hindered');
}

/** Clauses that no exchange of their operation decided. */
function undecidedIn(rows: readonly ClauseRow[]): readonly ClauseRow[] {
  return rows.filter(
    ({ verdict, obliged, evidence, held = 0 }) =>
      verdict === 'inconclusive' &&
      obliged === 'service' &&
      (evidence === 'stated' || evidence === 'conflicting') &&
      held === 0,
  );
}

const deviationWords: Readonly<Record<Exclude<DeviationRow['state'], 'met' | 'not-met'>, string>> = {
  stale: 'no longer happens: its trial was made again and conformed',
  expired: 'has expired',
  unmatched: 'matches no clause of this operation',
  duplicate: 'is listed twice',
};

/** Each known deviation that fails the run, and why. */
export function failedDeviations(deviations: readonly DeviationRow[]) {
  return deviations.flatMap(({ id, state, clause, operation }) =>
    state === 'met' || state === 'not-met'
      ? []
      : [{ id, clause, operation, says: `known deviation "${id}" ${deviationWords[state]}` }],
  );
}

/** Why the run is not complete, one line each; if nothing was answered, that comes first. */
function incompleteReasons({
  interruptions,
  gaps = [],
  answered,
  unanswered,
}: ResultInput): readonly string[] {
  if (answered > 0) return [...interruptions, ...gaps];
  const why = unanswered === undefined ? '' : ` (${unanswered})`;
  return [`no exchange was answered${why}: nothing was tested`, ...interruptions];
}

/** Why the exit status is 0 although something failed, for the reader of a green pipeline. */
function whyGreen({ deviations }: ResultInput, failed: readonly ClauseRow[]): string[] {
  if (failed.length === 0) return [];
  const covering = new Set(failed.flatMap(({ deviation }) => deviation ?? []));
  const known = deviations.filter(({ id, state }) => state === 'met' && covering.has(id));
  const names = known.map(({ id, expires, owner }) => `"${id}" until ${expires} (${owner})`);
  return [`exit status 0: all that failed is known: ${names.join(', ')}`];
}

/** Computes the result, the exit status and the reasons, worst first. Known deviations change only the exit status. */
export function outcomeOfRun(input: ResultInput) {
  const { profile, warnings, rows, deviations, suiteErrors, laws } = input;
  const having = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  const [defects, failed, warned] = [having('suite-error'), having('fail'), having('warn')];
  const untested = untestedIn(rows, profile);
  // Stated clauses on the service that no exchange met: reported, without effect on the result.
  const unmet = having('not-tested').filter((row) => isStated(row) && row.because === 'unmet');
  const cutShort = incompleteReasons(input);
  const bad = failedDeviations(deviations).map(({ says }) => says);
  const resting = deviations.flatMap(({ id, state }) => (state === 'not-met' ? [`"${id}"`] : []));
  const isVoid = suiteErrors.length + defects.length > 0;
  const isOpen = cutShort.length + undecidedIn(rows).length + untested.length > 0;
  const isUnknown = ({ deviation }: ClauseRow) => deviation === undefined;

  const resultOf = (): RunResult => {
    if (isVoid) return 'void';
    if (failed.length > 0) return 'non-conformant';
    if (isOpen) return 'incomplete';
    return warned.length > 0 ? 'conformant-with-warnings' : 'conformant';
  };
  const exitCodeOf = (): ExitCode => {
    if (isVoid) return 4;
    if (bad.length > 0 || failed.some(isUnknown)) return 1;
    // Exit status 0 means that the service was reached.
    if (isOpen) return 3;
    return warnings === 'fail' && warned.some(isUnknown) ? 1 : 0;
  };
  const exitCodeWithout = exitCodeOf();
  const broken = (laws ?? []).filter((row) => row.broken.length > 0);
  const decides = broken.length > 0 && exitCodeWithout !== 4;
  const exitCode: ExitCode = decides ? 1 : exitCodeWithout;
  return {
    result: resultOf(),
    exitCode,
    reasons: [
      ...(exitCode === 0 ? whyGreen(input, failed) : []),
      ...broken.map(({ law, by, on, broken: { length } }) => {
        const times = length === 1 ? 'once' : `${length} times`;
        return `law of the merchant broken ${times}: ${law} (${by}, ${on}); without the laws the exit status is ${exitCodeWithout}`;
      }),
      ...suiteErrors.map((error) => `the suite itself failed: ${error}`),
      ...requirementLine(
        defects,
        'requirement met a defect of the suite',
        'requirements met a defect of the suite',
      ),
      ...requirementLine(failed, 'requirement failed', 'requirements failed'),
      ...bad,
      ...cutShort,
      ...requirementLine(
        having('inconclusive'),
        'requirement is inconclusive',
        'requirements are inconclusive',
      ),
      ...[...byWhy(untested), ...(profile === 'certification' ? [] : byWhy(unmet))].flatMap(([why, some]) => {
        const because = why === '' ? '' : ` (${why})`;
        const [one, many] = ['stated requirement was not tested', 'stated requirements were not tested'];
        return requirementLine(some, `${one}${because}`, `${many}${because}`);
      }),
      ...requirementLine(warned, 'requirement has warnings', 'requirements have warnings'),
      ...(resting.length === 0 ? [] : [`known deviations not met in this run: ${resting.join(', ')}`]),
    ],
    ...defined({ laws: laws && { rows: laws, exitCodeWithout } }),
  };
}
