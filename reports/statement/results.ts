import { groupedBy } from '../../schemas/json.ts';
import type { LawRow, Laws } from '../../schemas/rules/run/laws.ts';
import { type Finding, type Verdict, verdicts } from '../../schemas/types.ts';
import type { ClauseRow, DeviationRow, ExitCode, Profile, RunResult } from './format.ts';

/** The worst of some verdicts; undefined for none. */
export function worstOf(some: Iterable<Verdict>): Verdict | undefined {
  let worst: Verdict | undefined;
  for (const verdict of some) {
    if (worst === undefined || verdicts.indexOf(verdict) < verdicts.indexOf(worst)) worst = verdict;
  }
  return worst;
}

/** What a result is made from. */
export interface ResultInput {
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

/** Result of a run, its exit status, and why, one line each, worst first. */
export interface RunOutcome {
  readonly result: RunResult;
  readonly exitCode: ExitCode;
  readonly reasons: readonly string[];
  /** Present where the merchant names laws. */
  readonly laws?: Laws;
}

// The unit is the requirement: a clause for one operation.
function named(rows: readonly ClauseRow[], singular: string, many: string): string {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const more = ids.length > 5 ? `, and ${ids.length - 5} more` : '';
  return `${rows.length} ${rows.length === 1 ? singular : many}: ${ids.slice(0, 5).join(', ')}${more}`;
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

function isBad({ state }: DeviationRow): boolean {
  return state === 'stale' || state === 'expired' || state === 'unmatched' || state === 'duplicate';
}

const told: Readonly<Record<Exclude<DeviationRow['state'], 'met' | 'not-exercised'>, string>> = {
  stale: 'no longer happens',
  expired: 'has expired',
  unmatched: 'matches no clause of this operation',
  duplicate: 'is listed twice',
};

interface Sorted {
  readonly rows: Readonly<Record<Finding['verdict'], readonly ClauseRow[]>>;
  /** Open clauses that make the run incomplete. */
  readonly undecided: readonly ClauseRow[];
  readonly untested: readonly ClauseRow[];
  /** Further stated clauses on the service that no exchange met; told, and no reason for anything. */
  readonly unmet: readonly ClauseRow[];
  readonly badDeviations: readonly DeviationRow[];
  readonly cutShort: readonly string[];
}

function sortRows(input: ResultInput): Sorted {
  const { profile, rows, deviations, interruptions, gaps = [], answered, unanswered } = input;
  const why = unanswered === undefined ? '' : ` (${unanswered})`;
  const having = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  return {
    rows: {
      'suite-error': having('suite-error'),
      fail: having('fail'),
      inconclusive: having('inconclusive'),
      warn: having('warn'),
    },
    undecided: undecidedIn(rows),
    untested: untestedIn(rows, profile),
    unmet:
      profile === 'certification'
        ? []
        : having('not-tested').filter((row) => isStated(row) && row.because === 'unmet'),
    badDeviations: deviations.filter(isBad),
    cutShort:
      answered === 0
        ? [`no exchange was answered${why}: nothing was tested`, ...interruptions]
        : [...interruptions, ...gaps],
  };
}

function reasonsOf(
  { suiteErrors }: ResultInput,
  { rows, untested, unmet, badDeviations, cutShort }: Sorted,
): string[] {
  const reasons = [...suiteErrors.map((error) => `the suite itself failed: ${error}`)];
  const tell = (list: readonly ClauseRow[], singular: string, plural: string) => {
    if (list.length > 0) reasons.push(named(list, singular, plural));
  };
  tell(
    rows['suite-error'],
    'requirement met a defect of the suite',
    'requirements met a defect of the suite',
  );
  tell(rows.fail, 'requirement failed', 'requirements failed');
  for (const { id, state } of badDeviations) {
    if (state !== 'met' && state !== 'not-exercised') reasons.push(`known deviation "${id}" ${told[state]}`);
  }
  reasons.push(...cutShort);
  tell(rows.inconclusive, 'requirement is inconclusive', 'requirements are inconclusive');
  for (const [why, some] of [...byWhy(untested), ...byWhy(unmet)]) {
    const because = why === '' ? '' : ` (${why})`;
    tell(
      some,
      `stated requirement was not tested${because}`,
      `stated requirements were not tested${because}`,
    );
  }
  tell(rows.warn, 'requirement has warnings', 'requirements have warnings');
  return reasons;
}

function resultOf({ suiteErrors }: ResultInput, sorted: Sorted): RunResult {
  const { rows } = sorted;
  if (suiteErrors.length > 0 || rows['suite-error'].length > 0) return 'void';
  if (rows.fail.length > 0) return 'non-conformant';
  if (isOpen(sorted)) return 'incomplete';
  return rows.warn.length > 0 ? 'conformant-with-warnings' : 'conformant';
}

function isOpen({ cutShort, undecided, untested }: Sorted): boolean {
  return cutShort.length > 0 || undecided.length > 0 || untested.length > 0;
}

function exitCodeOf(input: ResultInput, sorted: Sorted): ExitCode {
  const { rows, badDeviations } = sorted;
  if (input.profile === 'explore') return input.suiteErrors.length > 0 ? 4 : 0;
  if (input.suiteErrors.length > 0 || rows['suite-error'].length > 0) return 4;
  const unknown = (row: ClauseRow) => row.deviation === undefined;
  if (badDeviations.length > 0 || rows.fail.some(unknown)) return 1;
  // A green exit means that the service was met, whatever the profile.
  if (isOpen(sorted)) return 3;
  return input.profile === 'strict' && rows.warn.some(unknown) ? 1 : 0;
}

/** Why the exit status is 0 although something failed; the reader of a green pipeline has to find it. */
function whyGreen({ profile, deviations }: ResultInput, { rows }: Sorted): string[] {
  if (rows.fail.length === 0) return [];
  if (profile === 'explore') return ['exit status 0: the profile explore only shows what it finds'];
  const covering = new Set(rows.fail.flatMap(({ deviation }) => deviation ?? []));
  const known = deviations.filter(({ id, state }) => state === 'met' && covering.has(id));
  const names = known.map(({ id, expires, owner }) => `"${id}" until ${expires} (${owner})`);
  return [`exit status 0: all that failed is known: ${names.join(', ')}`];
}

/** Rolls the rows of a run up to its result and exit status; known deviations only change the exit status. */
export function outcomeOfRun(input: ResultInput): RunOutcome {
  const sorted = sortRows(input);
  const { laws: rows, profile } = input;
  const exitCodeWithout = exitCodeOf(input, sorted);
  const broken = (rows ?? []).filter((row) => row.broken.length > 0);
  const isBroken = broken.length > 0 && profile !== 'explore' && exitCodeWithout !== 4;
  const exitCode = isBroken ? 1 : exitCodeWithout;
  return {
    result: resultOf(input, sorted),
    exitCode,
    reasons: [
      ...(exitCode === 0 ? whyGreen(input, sorted) : []),
      ...broken.map(({ law, by, on, broken: { length } }) => {
        const times = length === 1 ? 'once' : `${length} times`;
        return `law of the merchant broken ${times}: ${law} (${by}, ${on}); without the laws the exit status is ${exitCodeWithout}`;
      }),
      ...reasonsOf(input, sorted),
    ],
    ...(rows !== undefined && { laws: { rows, exitCodeWithout } }),
  };
}
