import { isDeepStrictEqual } from 'node:util';
import { given } from '../schemas/given.ts';
import { lifeLines } from '../schemas/history/life.ts';
import { refusalText, type SentOutcome } from '../schemas/history/sent.ts';
import { counted, plainValue } from '../schemas/plain-text.ts';
import { type ClauseId, type OperationId, operationIds, type Verdict } from '../schemas/types.ts';
import { lifeIn } from './certificate/life.ts';
import { resultWords } from './certificate/words.ts';
import { pairsOf } from './pages/sent.ts';
import type { ClauseRow, RunResult, SeenField, Statement } from './statement/format.ts';

/** A class of values in a field of which two runs saw different things become. */
interface SentChange {
  readonly operation: OperationId;
  readonly field: string;
  readonly class: string;
  readonly from: SentOutcome;
  readonly to: SentOutcome;
}

const known: ReadonlySet<SentOutcome> = new Set(['accepted', 'refused', 'changed', 'crashed']);

function outcomesOf({ sent = [] }: Statement): ReadonlyMap<string, SentChange> {
  const pairs = sent.flatMap((row) =>
    pairsOf(row).map(({ outcome, ...pair }) => ({
      operation: row.operation,
      ...pair,
      from: outcome,
      to: outcome,
    })),
  );
  return new Map(
    pairs
      .filter(({ to }) => known.has(to))
      .map((pair) => [`${pair.operation} ${pair.field} ${pair.class}`, pair]),
  );
}

/** Classes that the service takes in another way than before; a refusal that the observations tell already is left out. */
function sentChanges(
  before: Statement,
  after: Statement,
  { appeared, vanished }: Drift<SeenBehaviour>,
): readonly SentChange[] {
  const told = new Set(
    [...appeared, ...vanished].map(({ operation, fingerprint }) => `${operation} ${fingerprint}`),
  );
  const old = outcomesOf(before);
  return [...outcomesOf(after)].flatMap(([key, { to, ...pair }]) => {
    const from = old.get(key)?.to;
    if (from === undefined || from === to) return [];
    const isRefusal = [from, to].every((one) => one === 'accepted' || one === 'refused');
    if (isRefusal && told.has(`${pair.operation} ${refusalText(pair.field, pair.class)}`)) return [];
    return [{ ...pair, from, to }];
  });
}

/** A clause row whose verdict differs. */
export interface VerdictChange {
  readonly clause: ClauseId;
  readonly operation?: OperationId;
  /** Absent when the row is new. */
  readonly from?: Verdict;
  /** Absent when the row is gone. */
  readonly to?: Verdict;
  /** The known deviation that covers what is new. */
  readonly known?: string;
  readonly direction: Direction;
}

/** A field of the answers of an operation. */
export type AnswerField = Omit<SeenField, 'exchanges'>;

/** What differs between two statements. */
export interface StatementDiff {
  readonly same: boolean;
  readonly result: { readonly from: RunResult; readonly to: RunResult };
  /** What each of the two runs was told to leave out. */
  readonly partial: { readonly from: readonly string[]; readonly to: readonly string[] };
  /** What the runs have in common; nothing else is compared. */
  readonly scope: SharedScope;
  /** Rows that differ because one run alone tested their clause. */
  readonly leftOut: number;
  readonly verdicts: readonly VerdictChange[];
  /** Behaviour and fields that the run that sent less could not see. */
  readonly unseen: number;
  /** Drift of observed behaviour: visible, never a failure; only of operations that both runs exercised. */
  readonly observations: Drift<SeenBehaviour>;
  /** Classes of values that came to something else; only what both runs sent. */
  readonly sent: readonly SentChange[];
  /** What calls do over an order in each of its states, one line each; only where both runs learned it, or neither. */
  readonly life: Drift<string>;
  /** Fields of answers; only of operations that both runs exercised. */
  readonly fields: Drift<AnswerField>;
}

function keyed<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

function drift<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Drift<Item> {
  const [old, fresh] = [keyed(before, keyOf), keyed(after, keyOf)];
  return {
    appeared: [...fresh].filter(([key]) => !old.has(key)).map(([, item]) => item),
    vanished: [...old].filter(([key]) => !fresh.has(key)).map(([, item]) => item),
  };
}

/** What differs between two lives of an order; one that was learned tells more than one that was only seen. */
function lifeDrift(before: Statement, after: Statement): Drift<string> {
  const [old, fresh] = [lifeIn(before), lifeIn(after)];
  const isAlike = old !== undefined && fresh?.from === old.from;
  return isAlike ? drift(lifeLines(old), lifeLines(fresh), (line) => line) : { appeared: [], vanished: [] };
}

type OfOperation = { readonly operation: OperationId };

/**
 * What differs in what two runs saw of the operations that both exercised: what is new for a run that was asked for the same or
 * sent as much, and gone for one that does now. Whatever else differs is counted as unseen.
 */
function seenDrift<Item extends OfOperation>(
  before: Statement,
  after: Statement,
  { shared, same }: SharedScope,
  itemsOf: (statement: Statement) => readonly Item[],
): { readonly drift: Drift<Item>; readonly unseen: number } {
  const both = (statement: Statement) =>
    itemsOf(statement).filter(({ operation }) => shared.includes(operation));
  const all = drift(both(before), both(after), (item) => JSON.stringify(item));
  const sent = ({ run }: Statement, operation: OperationId) => run.operations[operation]?.exchanges ?? 0;
  const seesAll =
    (one: Statement, other: Statement) =>
    ({ operation }: Item) =>
      same || sent(one, operation) >= sent(other, operation);
  const seen = {
    appeared: all.appeared.filter(seesAll(before, after)),
    vanished: all.vanished.filter(seesAll(after, before)),
  };
  const countOf = ({ appeared, vanished }: Drift<Item>) => appeared.length + vanished.length;
  return { drift: seen, unseen: countOf(all) - countOf(seen) };
}

function rowKey({ id, operation }: ClauseRow): string {
  return `${id}\n${operation ?? ''}`;
}

function verdictChanges(before: Statement, after: Statement, scope: SharedScope) {
  const [old, fresh] = [keyed(before.clauses, rowKey), keyed(after.clauses, rowKey)];
  const changes: VerdictChange[] = [];
  let leftOut = 0;
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    const [from, to] = [old.get(key), fresh.get(key)];
    const row = to ?? from;
    // What our own requests kept is no news about the service.
    if (row === undefined || row.obliged === 'caller' || from?.verdict === to?.verdict) continue;
    const isShared = row.operation === undefined || !scope.alone.includes(row.operation);
    if (!scope.same && !(isShared && isTold(from) && isTold(to))) leftOut += 1;
    else
      changes.push({
        clause: row.id,
        ...given({ operation: row.operation, from: from?.verdict, to: to?.verdict, known: to?.deviation }),
        direction: directionOf(from, to),
      });
  }
  return { changes, leftOut };
}

function fieldsOf({ fields }: Statement): AnswerField[] {
  return fields.map(({ operation, field }) => ({ operation, field }));
}

function behaviourOf({ observations }: Statement): SeenBehaviour[] {
  return observations.map(({ clause, operation, fingerprint }) => ({ clause, operation, fingerprint }));
}

/** Compares two statements: yesterday and today, sandbox and production-like. */
export function diffStatements(before: Statement, after: Statement): StatementDiff {
  const scope = sharedScope(before, after);
  const { changes, leftOut } = verdictChanges(before, after, scope);
  const behaviour = seenDrift(before, after, scope, behaviourOf);
  const fields = seenDrift(before, after, scope, fieldsOf);
  const others = {
    observations: behaviour.drift,
    sent: sentChanges(before, after, behaviour.drift),
    life: lifeDrift(before, after),
    fields: fields.drift,
  };
  return {
    // Runs of different scope have results of different things.
    same: (before.result === after.result || !scope.same) && changes.length + otherLines(others).length === 0,
    result: { from: before.result, to: after.result },
    // Statements of earlier versions say nothing of it.
    partial: { from: before.partial ?? [], to: after.partial ?? [] },
    scope,
    leftOut,
    unseen: behaviour.unseen + fields.unseen,
    verdicts: changes,
    ...others,
  };
}

/** Which differences end a command with status 1. */
export const driftKinds = ['worse', 'any'] as const;
/** Any difference, or one for the worse. */
export type DriftKind = (typeof driftKinds)[number];

/** Whether a difference is one that the caller wants to fail on. */
export function isDrift({ same, verdicts }: StatementDiff, kind: DriftKind): boolean {
  return kind === 'any' ? !same : verdicts.some(({ direction }) => direction === 'worse');
}

function verdictLine({ clause, operation, from, to, known }: VerdictChange): string {
  const where = `${clause}${operation === undefined ? '' : `  ${operation}`}`;
  return `${where}  ${from ?? 'no row'} -> ${to ?? 'no row'}${known === undefined ? '' : ` (known: ${known})`}`;
}

type OtherDrift = Pick<StatementDiff, 'observations' | 'sent' | 'life' | 'fields'>;

function otherLines({ observations, sent, life, fields }: OtherDrift): string[] {
  const behaviour = (word: string) => (seen: SeenBehaviour) =>
    `${word}  ${seen.clause}  ${seen.operation}  ${seen.fingerprint}`;
  const field = (word: string) => (one: AnswerField) => `${word}  ${one.operation}  ${one.field}`;
  return [
    ...observations.appeared.map(behaviour('new behaviour')),
    ...observations.vanished.map(behaviour('no longer seen')),
    ...sent.map(
      ({ operation, field: place, class: kind, from, to }) =>
        `other answer to a value  ${operation}  ${kind} in ${place}  ${from} -> ${to}`,
    ),
    ...life.appeared.map((line) => `new in the life of an order  ${line}`),
    ...life.vanished.map((line) => `gone from the life of an order  ${line}`),
    ...fields.appeared.map(field('new field')),
    ...fields.vanished.map(field('field no longer seen')),
  ];
}

/** The difference as lines for a reader: what is worse, what is better, and what is only otherwise. */
export function describeDiff(told: StatementDiff): readonly string[] {
  const diff = plainValue(told);
  const { same, result, partial, scope, leftOut, unseen } = diff;
  const from = resultWords({ result: result.from, partial: partial.from });
  const to = resultWords({ result: result.to, partial: partial.to });
  const compared = scopeLine(scope, leftOut, unseen);
  if (same) return [`No difference: ${to}.`, ...compared];
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

/** Observed behaviour at a clause. */
interface SeenBehaviour {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly fingerprint: string;
}

/** What one statement has and the other has not. */
interface Drift<Item> {
  readonly appeared: readonly Item[];
  readonly vanished: readonly Item[];
}

/** What two runs have in common, and what one of them alone has. */
interface SharedScope {
  /** Operations that both runs exercised. */
  readonly shared: readonly OperationId[];
  /** Operations that one of them alone exercised. */
  readonly alone: readonly OperationId[];
  /** Both runs were asked for the same, by the same contract. */
  readonly same: boolean;
  /** What else the runs differ in, one phrase each. */
  readonly differences: readonly string[];
}

function differ(what: string, from: string | number, to: string | number): string[] {
  return from === to ? [] : [`${what} ${from}, now ${to}`];
}

/** Compares what two runs were asked for; a clause that only one of them could test tells nothing about the service. */
function sharedScope(before: Statement, after: Statement): SharedScope {
  const ran = (statement: Statement, id: OperationId) => statement.run.operations[id] !== undefined;
  const shared = operationIds.filter((id) => ran(before, id) && ran(after, id));
  const alone = operationIds.filter((id) => ran(before, id) !== ran(after, id));
  const contracts = before.suite.contractSha256 === after.suite.contractSha256;
  const differences = [
    ...differ('target', before.target.name, after.target.name),
    ...differ('address', before.target.baseUrl, after.target.baseUrl),
    ...differ('profile', before.profile, after.profile),
    ...differ('cases per property', before.run.runsPerProperty, after.run.runsPerProperty),
    ...(contracts
      ? []
      : [`contract of suite ${before.suite.version}, now another of ${after.suite.version}`]),
  ];
  // Statements of earlier versions say nothing of what was left out.
  const samePart = isDeepStrictEqual(before.partial ?? [], after.partial ?? []);
  return {
    shared,
    alone,
    same: alone.length === 0 && samePart && differences.length === 0,
    differences,
  };
}

/** The scope of a comparison in one line; none when both runs were asked for the same. */
function scopeLine(
  { shared, alone, same, differences }: SharedScope,
  leftOut: number,
  unseen: number,
): string[] {
  if (same) return [];
  const operations =
    shared.length === 0
      ? 'The runs exercised no operation in common'
      : alone.length === 0
        ? 'Compared on what both runs tested'
        : `Compared on what both runs tested: ${shared.join(', ')}; only one of them: ${alone.join(', ')}`;
  const open = leftOut === 0 ? [] : [`${counted(leftOut, 'clause')} of one run not counted`];
  const seen = counted(unseen, 'behaviour or field', 'behaviours and fields');
  const hidden = unseen === 0 ? [] : [`${seen} that the smaller run could not see not counted`];
  return [`${[operations, ...differences, ...open, ...hidden].join('; ')}.`];
}

/** Where a difference points: a service does worse, does better, or only does otherwise. */
export type Direction = 'worse' | 'better' | 'other';

/** The order in which directions are told. */
const directions = ['worse', 'better', 'other'] as const satisfies readonly Direction[];

// What was judged; an observation is as good as a pass, and everything else was not judged.
const grades: Readonly<Partial<Record<Verdict, number>>> = {
  'suite-error': 0,
  fail: 1,
  warn: 2,
  observed: 3,
  pass: 3,
};

/** What of a row of a statement a comparison looks at. */
export type ComparedRow = Pick<ClauseRow, 'verdict' | 'because' | 'deviation'>;

/** Whether a row holds a judgement, or the try of one. */
function isTold(row: ComparedRow | undefined): boolean {
  return row !== undefined && (row.verdict === 'inconclusive' || grades[row.verdict] !== undefined);
}

// The run meant to test it, and the service gave nothing to judge.
function isLost({ verdict, because }: ComparedRow): boolean {
  return (
    verdict === 'inconclusive' ||
    (verdict === 'not-tested' && (because === 'unaccepted' || because === 'hindered'))
  );
}

/** The direction from one row to another of the same clause and operation; a known deviation is accepted and so never worse. */
export function directionOf(from: ComparedRow | undefined, to: ComparedRow | undefined): Direction {
  if (from === undefined || to === undefined) return 'other';
  const [before, after] = [grades[from.verdict], grades[to.verdict]];
  const isBreach = after !== undefined && after < 3;
  if (isBreach && to.deviation !== undefined) return 'other';
  if (before !== undefined && after !== undefined)
    return after < before ? 'worse' : after > before ? 'better' : 'other';
  if (before === undefined) return isBreach ? 'worse' : 'other';
  return before === 3 && isLost(to) ? 'worse' : 'other';
}
