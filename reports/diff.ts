import { isDeepStrictEqual } from 'node:util';
import { defined } from '../schemas/defined.ts';
import { counted, plainValue } from '../schemas/plain-text.ts';
import { type OperationId, operationIds, type Verdict, verdicts } from '../schemas/types.ts';
import { resultWords } from './certificate/words.ts';
import type { ClauseRow, Statement } from './statement/format.ts';
import { isMade } from './statement/trials.ts';

/** The directions of a difference, in the order of the report. */
const directions = ['worse', 'better', 'other'] as const;
type Direction = (typeof directions)[number];

// Grades of judged verdicts; an observation counts like a pass. Verdicts without a grade were not judged.
const grades: Readonly<Partial<Record<Verdict, number>>> = {
  'suite-error': 0,
  fail: 1,
  warn: 2,
  observed: 3,
  pass: 3,
};

/** Verdicts that a finding gives. */
const broken: ReadonlySet<Verdict> = new Set(['suite-error', 'fail', 'inconclusive', 'warn']);

type ComparedRow = Pick<ClauseRow, 'verdict' | 'because' | 'deviation'>;

/** The direction between two rows of one clause and operation; a known deviation is accepted, so never worse. */
export function directionOf(from: ComparedRow | undefined, to: ComparedRow | undefined): Direction {
  if (from === undefined || to === undefined) return 'other';
  const [before, after] = [grades[from.verdict], grades[to.verdict]];
  const isBreach = after !== undefined && after < 3;
  if (isBreach && to.deviation !== undefined) return 'other';
  if (before === undefined) return isBreach ? 'worse' : 'other';
  if (after !== undefined) return after < before ? 'worse' : after > before ? 'better' : 'other';
  // The run tried to test the clause, but the service gave nothing to judge.
  const isLost = to.verdict === 'inconclusive' || to.because === 'unaccepted' || to.because === 'hindered';
  return before === 3 && isLost ? 'worse' : 'other';
}

const difference = (what: string, from: string | number, to: string | number) =>
  from === to ? [] : [`${what} ${from}, now ${to}`];

/** What two runs share, and in what they differ. A clause that only one run could test shows no change. */
function scopeOf(before: Statement, after: Statement) {
  const ran = (statement: Statement, id: OperationId) => statement.run.operations[id] !== undefined;
  const alone = operationIds.filter((id) => ran(before, id) !== ran(after, id));
  const sent = [
    ...difference('profile', before.profile, after.profile),
    ...difference('cases per property', before.run.runsPerProperty, after.run.runsPerProperty),
    ...difference('seed', before.run.seed, after.run.seed),
    ...(before.suite.contractSha256 === after.suite.contractSha256
      ? []
      : [`contract of suite ${before.suite.version}, now another of ${after.suite.version}`]),
  ];
  return {
    shared: operationIds.filter((id) => ran(before, id) && ran(after, id)),
    alone,
    /** Whether both runs were to send the same. */
    isSame: alone.length === 0 && sent.length === 0 && isDeepStrictEqual(before.partial, after.partial),
    differences: [
      ...difference('target', before.target.name, after.target.name),
      ...difference('address', before.target.baseUrl, after.target.baseUrl),
      ...difference('warnings', before.warnings, after.warnings),
      ...sent,
    ],
  };
}

/**
 * Returns whether the run with the better verdict made a trial that showed the worse one. Findings without a trial count
 * for runs of one scope, which made all the same.
 */
function isTriedByBoth(
  row: ClauseRow,
  [one, other]: readonly [from: ClauseRow | undefined, to: ClauseRow | undefined],
  [before, after]: readonly [before: Statement, after: Statement],
  isSame: boolean,
): boolean {
  const isWorse = (a: ClauseRow, b: ClauseRow | undefined) =>
    b === undefined || verdicts.indexOf(a.verdict) < verdicts.indexOf(b.verdict);
  const [shown, by, into] =
    one !== undefined && isWorse(one, other) ? [one, before, after] : [other, after, before];
  if (shown === undefined || !broken.has(shown.verdict) || into.trials === undefined) return true;
  const made = into.trials;
  const trials = by.findings.flatMap((finding) => {
    const isOfRow =
      finding.clause === row.id &&
      finding.verdict === shown.verdict &&
      (row.operation ?? finding.operation) === finding.operation;
    return isOfRow && finding.test !== undefined
      ? [{ test: finding.test, ...defined({ case: finding.caseName }) }]
      : [];
  });
  return trials.length === 0 ? isSame : trials.some((trial) => isMade(trial, made));
}

function verdictChanges(before: Statement, after: Statement, { isSame, alone }: ReturnType<typeof scopeOf>) {
  const [old, fresh] = [before, after].map(
    ({ clauses }) => new Map(clauses.map((row) => [`${row.id}\n${row.operation ?? ''}`, row])),
  ) as [Map<string, ClauseRow>, Map<string, ClauseRow>];
  // True if the row was judged or a test of it was tried.
  const isTold = (row: ClauseRow | undefined) =>
    row !== undefined && (row.verdict === 'inconclusive' || grades[row.verdict] !== undefined);
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [from, to] = [old.get(key), fresh.get(key)];
    const row = to ?? from;
    // Clauses on the caller are met by the suite's own requests and say nothing about the service.
    if (row === undefined || row.obliged === 'caller' || from?.verdict === to?.verdict) return [];
    const isShared = row.operation === undefined || !alone.includes(row.operation);
    const counts =
      (isSame || (isShared && isTold(from) && isTold(to))) &&
      isTriedByBoth(row, [from, to], [before, after], isSame);
    const { id: clause, operation } = row;
    const told = defined({ operation, from: from?.verdict, to: to?.verdict, known: to?.deviation });
    return [{ clause, ...told, direction: directionOf(from, to), counts }];
  });
}

/** The observed facts that only one of two statements has. */
function observedChanges(before: Statement, after: Statement) {
  const [old, fresh] = [before, after].map(({ observations }) =>
    observations.map(({ clause, operation, fingerprint }) => `${clause}  ${operation}  ${fingerprint}`),
  ) as [string[], string[]];
  return [
    ...fresh.filter((fact) => !old.includes(fact)).map((fact) => `new behaviour  ${fact}`),
    ...old.filter((fact) => !fresh.includes(fact)).map((fact) => `no longer seen  ${fact}`),
  ];
}

/** Compares two statements, such as those of two days. Differences that only one could show are counted. */
export function diffStatements(before: Statement, after: Statement) {
  const scope = scopeOf(before, after);
  const changes = verdictChanges(before, after, scope);
  const told = changes.filter(({ counts }) => counts).map(({ counts: _, ...change }) => change);
  // With other requests a service shows other facts, and that is no change.
  const observed = scope.isSame ? observedChanges(before, after) : [];
  return {
    isWorse: told.some(({ direction }) => direction === 'worse'),
    result: { from: before.result, to: after.result },
    partial: { from: before.partial, to: after.partial },
    scope,
    leftOut: changes.length - told.length,
    verdicts: told,
    observed,
  };
}

type StatementDiff = ReturnType<typeof diffStatements>;

function verdictLine({ clause, operation, from, to, known }: StatementDiff['verdicts'][number]): string {
  const where = operation === undefined ? clause : `${clause}  ${operation}`;
  return `${where}  ${from ?? 'no row'} -> ${to ?? 'no row'}${known === undefined ? '' : ` (known: ${known})`}`;
}

/** The scope of a comparison in one line, with what is not compared; empty if there is nothing to say. */
function scopeLine({ scope, leftOut }: StatementDiff): string[] {
  const { shared, alone, isSame, differences } = scope;
  const parts = [
    ...(alone.length === 0
      ? []
      : [`compared on ${shared.join(', ') || 'no operation'}; only one run has ${alone.join(', ')}`]),
    ...differences,
    ...(leftOut === 0
      ? []
      : [`${counted(leftOut, 'clause')} that only one of the runs could show not counted`]),
    ...(isSame ? [] : ['observed facts not compared']),
  ];
  return parts.length === 0 ? [] : [`Scope: ${parts.join('; ')}.`];
}

/** The difference as lines for a reader, in blocks: worse, better, other. */
export function describeDiff(told: StatementDiff): readonly string[] {
  const diff = plainValue(told);
  const from = resultWords({ result: diff.result.from, partial: diff.partial.from });
  const to = resultWords({ result: diff.result.to, partial: diff.partial.to });
  const blocks = directions.flatMap((direction) => {
    const lines = [
      ...diff.verdicts.filter((one) => one.direction === direction).map(verdictLine),
      ...(direction === 'other' ? diff.observed : []),
    ];
    const title = `${direction.charAt(0).toUpperCase()}${direction.slice(1)} (${lines.length})`;
    return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  });
  const head = from === to ? `Result: ${to}, as before.` : `Result: ${from} -> ${to}.`;
  return [head, ...scopeLine(diff), ...(blocks.length === 0 ? ['No difference.'] : blocks)];
}
