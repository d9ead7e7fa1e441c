import { given } from '../schemas/given.ts';
import { plainValue } from '../schemas/plain-text.ts';
import type { ClauseId, OperationId, Verdict } from '../schemas/types.ts';
import { type Direction, directionOf, directions, isTold } from './diff/direction.ts';
import { type SharedScope, scopeLine, sharedScope } from './diff/scope.ts';
import type { Drift, SeenBehaviour } from './drift.ts';
import { resultWords } from './result-words.ts';
import { type SentChange, sentChanges } from './sent/changes.ts';
import type { ClauseRow, RunResult, SeenField, Statement } from './statement/format.ts';

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

type OfOperation = { readonly operation: OperationId };

/** Whether one run saw what the other one could see of an operation: it was asked for the same, or sent as much. */
function seesAll(one: Statement, other: Statement, { same }: SharedScope): (item: OfOperation) => boolean {
  const sent = ({ run }: Statement, operation: OperationId) => run.operations[operation]?.exchanges ?? 0;
  return ({ operation }) => same || sent(one, operation) >= sent(other, operation);
}

/** What is new for a run that saw all before, and gone for one that sees all now. */
function seenByBoth<Item extends OfOperation>(
  { appeared, vanished }: Drift<Item>,
  sawAll: (item: OfOperation) => boolean,
  seesNow: (item: OfOperation) => boolean,
): Drift<Item> {
  return { appeared: appeared.filter(sawAll), vanished: vanished.filter(seesNow) };
}

const countOf = ({ appeared, vanished }: Drift<unknown>) => appeared.length + vanished.length;

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
  const byText = (item: object) => JSON.stringify(item);
  const scope = sharedScope(before, after);
  const { changes, leftOut } = verdictChanges(before, after, scope);
  // An operation that one of the runs left out has not lost its behaviour.
  const both = ({ operation }: { readonly operation: OperationId }) => scope.shared.includes(operation);
  const allSeen = drift(behaviourOf(before).filter(both), behaviourOf(after).filter(both), byText);
  const allFields = drift(fieldsOf(before).filter(both), fieldsOf(after).filter(both), byText);
  const sees = (one: Statement, other: Statement) => seesAll(one, other, scope);
  const observations = seenByBoth(allSeen, sees(before, after), sees(after, before));
  const fields = seenByBoth(allFields, sees(before, after), sees(after, before));
  const unseen = countOf(allSeen) + countOf(allFields) - countOf(observations) - countOf(fields);
  const sent = sentChanges(before, after, observations);
  const moved = [
    changes,
    sent,
    observations.appeared,
    observations.vanished,
    fields.appeared,
    fields.vanished,
  ];
  return {
    // Runs of different scope have results of different things.
    same: (before.result === after.result || !scope.same) && moved.every((list) => list.length === 0),
    result: { from: before.result, to: after.result },
    // Statements of earlier versions say nothing of it.
    partial: { from: before.partial ?? [], to: after.partial ?? [] },
    scope,
    leftOut,
    unseen,
    verdicts: changes,
    observations,
    sent,
    fields,
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

function otherLines({ observations, sent, fields }: StatementDiff): string[] {
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
