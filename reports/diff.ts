import { isDeepStrictEqual } from 'node:util';
import { defined } from '../schemas/defined.ts';
import { refusalText, type SentOutcome } from '../schemas/history/sent.ts';
import { counted, plainValue } from '../schemas/plain-text.ts';
import { type OperationId, operationIds, type Verdict, verdicts } from '../schemas/types.ts';
import { pairsOf } from './certificate/sent-values.ts';
import { resultWords } from './certificate/words.ts';
import type { ClauseRow, Statement } from './statement/format.ts';
import { isMade } from './statement/trials.ts';

/** The kinds of difference that can end a command with status 1. */
export const driftKinds = ['worse', 'any'] as const;
/** `any` difference, or only one for the `worse`. */
export type DriftKind = (typeof driftKinds)[number];

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

/** The scope that two runs share, and its differences. A clause that only one run could test shows no change. */
function sharedScope(before: Statement, after: Statement) {
  const ran = (statement: Statement, id: OperationId) => statement.run.operations[id] !== undefined;
  const alone = operationIds.filter((id) => ran(before, id) !== ran(after, id));
  const sameContract = before.suite.contractSha256 === after.suite.contractSha256;
  const differences = [
    ...difference('target', before.target.name, after.target.name),
    ...difference('address', before.target.baseUrl, after.target.baseUrl),
    ...difference('profile', before.profile, after.profile),
    ...difference('warnings', before.warnings, after.warnings),
    ...difference('cases per property', before.run.runsPerProperty, after.run.runsPerProperty),
    ...difference('seed', before.run.seed, after.run.seed),
    ...(sameContract
      ? []
      : [`contract of suite ${before.suite.version}, now another of ${after.suite.version}`]),
  ];
  const samePart = isDeepStrictEqual(before.partial, after.partial);
  return {
    shared: operationIds.filter((id) => ran(before, id) && ran(after, id)),
    alone,
    same: alone.length === 0 && samePart && differences.length === 0,
    // Another seed draws other values, and what the service does with them is no change.
    sameDraw: sameContract && before.run.seed === after.run.seed,
    differences,
  };
}

type Scope = ReturnType<typeof sharedScope>;

/**
 * Returns whether the run with the better verdict made a trial that showed the worse one. Findings without a trial count
 * for runs of one scope, which made all the same.
 */
function isTriedByBoth(
  row: ClauseRow,
  [one, other]: readonly [from: ClauseRow | undefined, to: ClauseRow | undefined],
  [before, after]: readonly [before: Statement, after: Statement],
  { same }: Scope,
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
  return trials.length === 0 ? same : trials.some((trial) => isMade(trial, made));
}

function verdictChanges(before: Statement, after: Statement, scope: Scope) {
  const [old, fresh] = [before, after].map(
    ({ clauses }) => new Map(clauses.map((row) => [`${row.id}\n${row.operation ?? ''}`, row])),
  ) as [Map<string, ClauseRow>, Map<string, ClauseRow>];
  // True if the row was judged or a test of it was tried.
  const isTold = (row: ClauseRow | undefined) =>
    row !== undefined && (row.verdict === 'inconclusive' || grades[row.verdict] !== undefined);
  const changed = [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [from, to] = [old.get(key), fresh.get(key)];
    const row = to ?? from;
    // Clauses on the caller are met by the suite's own requests and say nothing about the service.
    if (row === undefined || row.obliged === 'caller' || from?.verdict === to?.verdict) return [];
    const isShared = row.operation === undefined || !scope.alone.includes(row.operation);
    const counts =
      (scope.same || (isShared && isTold(from) && isTold(to))) &&
      isTriedByBoth(row, [from, to], [before, after], scope);
    return [{ row, from, to, counts }];
  });
  const told = changed.filter(({ counts }) => counts);
  return {
    leftOut: changed.length - told.length,
    verdicts: told.map(({ row, from, to }) => ({
      clause: row.id,
      ...defined({ operation: row.operation, from: from?.verdict, to: to?.verdict, known: to?.deviation }),
      direction: directionOf(from, to),
    })),
  };
}

function without<Item>(some: readonly Item[], others: readonly Item[]): readonly Item[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return some.filter((one) => !known.has(JSON.stringify(one)));
}

/** The items that only one of two statements has. */
const drift = <Item>(before: readonly Item[], after: readonly Item[]) => ({
  appeared: without(after, before),
  vanished: without(before, after),
});

/**
 * The drift in items of the operations that both runs exercised, if both drew the same. An item counts as new if the
 * earlier run had the same scope or sent at least as much, and as gone if the later run did. All other differences are
 * counted as `unseen`.
 */
function seenDrift<Item extends { operation: OperationId }>(
  before: Statement,
  after: Statement,
  { shared, same, sameDraw }: Scope,
  itemsOf: (statement: Statement) => readonly Item[],
) {
  const [old, fresh] = [before, after].map((statement) =>
    itemsOf(statement).filter(({ operation }) => shared.includes(operation)),
  ) as [Item[], Item[]];
  const { appeared, vanished } = drift(old, fresh);
  const sent = ({ run }: Statement, { operation }: Item) => run.operations[operation]?.exchanges ?? 0;
  const isSeen = (one: Item, without: Statement, having: Statement) =>
    sameDraw && (same || sent(without, one) >= sent(having, one));
  const seen = {
    appeared: appeared.filter((one) => isSeen(one, before, after)),
    vanished: vanished.filter((one) => isSeen(one, after, before)),
  };
  const unseen = appeared.length + vanished.length - seen.appeared.length - seen.vanished.length;
  return { seen, unseen };
}

const known: ReadonlySet<SentOutcome> = new Set(['accepted', 'refused', 'changed', 'crashed']);

function outcomesOf({ sent = [] }: Statement) {
  const pairs = sent.flatMap((row) => pairsOf(row).map((pair) => ({ operation: row.operation, ...pair })));
  return new Map(
    pairs
      .filter(({ outcome }) => known.has(outcome))
      .map((pair) => [`${pair.operation} ${pair.field} ${pair.class}`, pair]),
  );
}

/** The classes of values whose outcome changed. Refusals that the observations already report are left out. */
function sentChanges(before: Statement, after: Statement, told: ReadonlySet<string>) {
  const old = outcomesOf(before);
  return [...outcomesOf(after)].flatMap(([key, { outcome: to, ...pair }]) => {
    const from = old.get(key)?.outcome;
    if (from === undefined || from === to) return [];
    const isRefusal = [from, to].every((one) => one === 'accepted' || one === 'refused');
    const isTold = told.has(`${pair.operation} ${refusalText(pair.field, pair.class)}`);
    return isRefusal && isTold ? [] : [{ ...pair, from, to }];
  });
}

/** The drift between two statements: observed behaviour, classes of values, fields of answers. */
function driftsOf(before: Statement, after: Statement, scope: Scope) {
  const behaviour = seenDrift(before, after, scope, ({ observations }) =>
    observations.map(({ clause, operation, fingerprint }) => ({ clause, operation, fingerprint })),
  );
  const fields = seenDrift(before, after, scope, (statement) =>
    statement.fields.map(({ operation, field }) => ({ operation, field })),
  );
  const { appeared, vanished } = behaviour.seen;
  const told = new Set([...appeared, ...vanished].map((one) => `${one.operation} ${one.fingerprint}`));
  const values = sentChanges(before, after, told);
  return {
    unseen: behaviour.unseen + fields.unseen + (scope.sameDraw ? 0 : values.length),
    others: {
      observations: behaviour.seen,
      sent: scope.sameDraw ? values : [],
      fields: fields.seen,
    },
  };
}

/** Compares two statements, such as those of two days. Differences that only one could show are counted. */
export function diffStatements(before: Statement, after: Statement) {
  const scope = sharedScope(before, after);
  const { leftOut, verdicts } = verdictChanges(before, after, scope);
  const { unseen, others } = driftsOf(before, after, scope);
  return {
    // The results of runs with different scope are not comparable.
    same:
      (before.result === after.result || !scope.same) && verdicts.length + otherLines(others).length === 0,
    result: { from: before.result, to: after.result },
    partial: { from: before.partial, to: after.partial },
    scope,
    leftOut,
    unseen,
    verdicts,
    ...others,
  };
}

type StatementDiff = ReturnType<typeof diffStatements>;

/** True if the difference is of the given kind. */
export function isDrift({ same, verdicts }: StatementDiff, kind: DriftKind): boolean {
  return kind === 'any' ? !same : verdicts.some(({ direction }) => direction === 'worse');
}

function verdictLine({ clause, operation, from, to, known }: StatementDiff['verdicts'][number]): string {
  const where = `${clause}${operation === undefined ? '' : `  ${operation}`}`;
  return `${where}  ${from ?? 'no row'} -> ${to ?? 'no row'}${known === undefined ? '' : ` (known: ${known})`}`;
}

function otherLines({ observations, sent, fields }: ReturnType<typeof driftsOf>['others']): string[] {
  const lines = (word: string, items: readonly object[]) =>
    items.map((item) => [word, ...Object.values(item)].join('  '));
  return [
    ...lines('new behaviour', observations.appeared),
    ...lines('no longer seen', observations.vanished),
    ...sent.map(
      ({ operation, field, class: kind, from, to }) =>
        `other answer to a value  ${operation}  ${kind} in ${field}  ${from} -> ${to}`,
    ),
    ...lines('new field', fields.appeared),
    ...lines('field no longer seen', fields.vanished),
  ];
}

/** The scope of a comparison in one line, with what is not counted; empty if both runs showed the same. */
function scopeLine({ scope, leftOut, unseen }: StatementDiff): string[] {
  const { shared, alone, same, differences } = scope;
  const left = [
    ...(leftOut === 0 ? [] : [counted(leftOut, 'clause')]),
    ...(unseen === 0 ? [] : [counted(unseen, 'behaviour or field', 'behaviours and fields')]),
  ];
  const hidden =
    left.length === 0 ? [] : [`${left.join(', ')} that only one of the runs could show not counted`];
  if (same) return hidden.map((line) => `${line}.`);
  const operations =
    shared.length === 0
      ? 'The runs exercised no operation in common'
      : alone.length === 0
        ? 'Compared on what both runs tested'
        : `Compared on what both runs tested: ${shared.join(', ')}; only one of them: ${alone.join(', ')}`;
  return [`${[operations, ...differences, ...hidden].join('; ')}.`];
}

/** The difference as lines for a reader, in blocks: worse, better, other. */
export function describeDiff(told: StatementDiff): readonly string[] {
  const diff = plainValue(told);
  const from = resultWords({ result: diff.result.from, partial: diff.partial.from });
  const to = resultWords({ result: diff.result.to, partial: diff.partial.to });
  const compared = scopeLine(diff);
  if (diff.same) return [`No difference: ${to}.`, ...compared];
  const blocks = directions.flatMap((direction) => {
    const lines = [
      ...diff.verdicts.filter((one) => one.direction === direction).map(verdictLine),
      ...(direction === 'other' ? otherLines(diff) : []),
    ];
    const title = `${direction.charAt(0).toUpperCase()}${direction.slice(1)} (${lines.length})`;
    return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  });
  return [from === to ? `Result: ${to}, as before.` : `Result: ${from} -> ${to}.`, ...compared, ...blocks];
}
