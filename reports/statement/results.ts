import { given } from '../../schemas/given.ts';
import { groupedBy } from '../../schemas/json.ts';
import { counted, listed } from '../../schemas/plain-text.ts';
import type { LawRow } from '../../schemas/rules/run/laws.ts';
import { type Verdict, verdicts } from '../../schemas/types.ts';
import type { ClauseRow, DeviationRow, ExitCode, Profile, RunResult } from './format.ts';

/** The worst of some verdicts; undefined for none. */
export function worstOf(some: Iterable<Verdict>): Verdict | undefined {
  return verdicts[Math.min(...Array.from(some, (verdict) => verdicts.indexOf(verdict)))];
}

/** What a result is made from. */
interface ResultInput {
  readonly profile: Profile;
  readonly rows: readonly ClauseRow[];
  readonly deviations: readonly DeviationRow[];
  /** Defects of the suite that are no finding: a spec threw. */
  readonly suiteErrors: readonly string[];
  /** Why not everything that was meant to run is in the evidence. */
  readonly interruptions: readonly string[];
  /** What the run meant to do and could not, as far as its answers tell. */
  readonly gaps?: readonly string[];
  /** Promises of the acquirer beyond the document, and what broke them. */
  readonly laws?: readonly LawRow[];
  /** Exchanges with an answer. */
  readonly answered: number;
  /** What most exchanges got instead of an answer, in words. */
  readonly unanswered?: string;
}

// The unit is the requirement: a clause for one operation.
function named(rows: readonly ClauseRow[], singular: string, many: string): readonly string[] {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ id }) => id))];
  return [`${counted(rows.length, singular, many)}: ${listed(ids, 5)}`];
}

/** Causes that a reader is told apart; what is left over is told together. */
const mostCauses = 3;

/** Untested rows by why they were not tested, the cause of most of them first. */
function byWhy(rows: readonly ClauseRow[]): readonly (readonly [why: string, rows: readonly ClauseRow[]])[] {
  // What follows a colon is about one clause.
  const causes = groupedBy(rows, ({ why = '' }) => why.split(': ')[0] ?? '');
  const sorted = [...causes].sort(([, one], [, other]) => other.length - one.length);
  const rest = sorted.slice(mostCauses).flatMap(([, some]) => some);
  return [...sorted.slice(0, mostCauses), ...(rest.length > 0 ? [['other reasons', rest] as const] : [])];
}

// Samples, implications and gaps that were not met leave nothing open that the document states; what our own requests
// did not meet leaves nothing open about the service.
function isStated({ evidence, obliged }: ClauseRow): boolean {
  return obliged === 'service' && evidence === 'stated';
}

/** What the run did not decide and ought to have: tests that were hindered; for a certificate every stated clause. */
function untestedIn(rows: readonly ClauseRow[], profile: Profile): readonly ClauseRow[] {
  const open = rows.filter((row) => row.verdict === 'not-tested' && isStated(row));
  // What an operation without an accepted request left open is told with that operation.
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

const told: Readonly<Record<Exclude<DeviationRow['state'], 'met' | 'not-exercised'>, string>> = {
  stale: 'no longer happens',
  expired: 'has expired',
  unmatched: 'matches no clause of this operation',
  duplicate: 'is listed twice',
};

/** What kept the run from being whole, one line each; without any answer, that above all. */
function cutShortIn({ interruptions, gaps = [], answered, unanswered }: ResultInput): readonly string[] {
  if (answered > 0) return [...interruptions, ...gaps];
  const why = unanswered === undefined ? '' : ` (${unanswered})`;
  return [`no exchange was answered${why}: nothing was tested`, ...interruptions];
}

/** Why the exit status is 0 although something failed; the reader of a green pipeline has to find it. */
function whyGreen({ profile, deviations }: ResultInput, failed: readonly ClauseRow[]): string[] {
  if (failed.length === 0) return [];
  if (profile === 'explore') return ['exit status 0: the profile explore only shows what it finds'];
  const covering = new Set(failed.flatMap(({ deviation }) => deviation ?? []));
  const known = deviations.filter(({ id, state }) => state === 'met' && covering.has(id));
  const names = known.map(({ id, expires, owner }) => `"${id}" until ${expires} (${owner})`);
  return [`exit status 0: all that failed is known: ${names.join(', ')}`];
}

/** Rolls the rows of a run up to its result, its exit status, and why, worst first; known deviations only change the exit status. */
export function outcomeOfRun(input: ResultInput) {
  const { profile, rows, deviations, suiteErrors, laws } = input;
  const having = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  const [defects, failed, warned] = [having('suite-error'), having('fail'), having('warn')];
  const untested = untestedIn(rows, profile);
  // Further stated clauses on the service that no exchange met; told, and no reason for anything.
  const unmet = having('not-tested').filter((row) => isStated(row) && row.because === 'unmet');
  const cutShort = cutShortIn(input);
  const bad = deviations.flatMap(({ id, state }) =>
    state === 'met' || state === 'not-exercised' ? [] : [`known deviation "${id}" ${told[state]}`],
  );
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
    if (profile === 'explore') return suiteErrors.length > 0 ? 4 : 0;
    if (isVoid) return 4;
    if (bad.length > 0 || failed.some(isUnknown)) return 1;
    // A green exit means that the service was met, whatever the profile.
    if (isOpen) return 3;
    return profile === 'strict' && warned.some(isUnknown) ? 1 : 0;
  };
  const exitCodeWithout = exitCodeOf();
  const broken = (laws ?? []).filter((row) => row.broken.length > 0);
  const decides = broken.length > 0 && profile !== 'explore' && exitCodeWithout !== 4;
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
      ...named(defects, 'requirement met a defect of the suite', 'requirements met a defect of the suite'),
      ...named(failed, 'requirement failed', 'requirements failed'),
      ...bad,
      ...cutShort,
      ...named(having('inconclusive'), 'requirement is inconclusive', 'requirements are inconclusive'),
      ...[...byWhy(untested), ...(profile === 'certification' ? [] : byWhy(unmet))].flatMap(([why, some]) => {
        const because = why === '' ? '' : ` (${why})`;
        const [one, many] = ['stated requirement was not tested', 'stated requirements were not tested'];
        return named(some, `${one}${because}`, `${many}${because}`);
      }),
      ...named(warned, 'requirement has warnings', 'requirements have warnings'),
    ],
    ...given({ laws: laws && { rows: laws, exitCodeWithout } }),
  };
}
