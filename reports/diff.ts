import { plainValue } from '../schemas/plain-text.ts';
import { type ClauseId, type OperationId, type Verdict, verdicts } from '../schemas/types.ts';
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
  readonly worse: boolean;
}

/** A field of the answers of an operation. */
export type AnswerField = Omit<SeenField, 'exchanges'>;

/** What differs between two statements. */
export interface StatementDiff {
  readonly same: boolean;
  readonly result: { readonly from: RunResult; readonly to: RunResult };
  /** What each of the two runs was told to leave out. */
  readonly partial: { readonly from: readonly string[]; readonly to: readonly string[] };
  readonly verdicts: readonly VerdictChange[];
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

function rowKey({ id, operation }: ClauseRow): string {
  return `${id}\n${operation ?? ''}`;
}

function verdictChanges(before: Statement, after: Statement): VerdictChange[] {
  const [old, fresh] = [keyed(before.clauses, rowKey), keyed(after.clauses, rowKey)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [from, to] = [old.get(key), fresh.get(key)];
    const row = to ?? from;
    // What our own requests kept is no news about the service.
    if (row === undefined || row.obliged === 'caller' || from?.verdict === to?.verdict) return [];
    return [
      {
        clause: row.id,
        ...(row.operation !== undefined && { operation: row.operation }),
        ...(from !== undefined && { from: from.verdict }),
        ...(to !== undefined && { to: to.verdict }),
        worse:
          from !== undefined &&
          to !== undefined &&
          verdicts.indexOf(to.verdict) < verdicts.indexOf(from.verdict),
      },
    ];
  });
}

// An operation that one of the runs left out has not lost its behaviour.
function inBoth(one: Statement, other: Statement): (item: { readonly operation: OperationId }) => boolean {
  return ({ operation }) =>
    one.run.operations[operation] !== undefined && other.run.operations[operation] !== undefined;
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
  const changes = verdictChanges(before, after);
  const both = inBoth(before, after);
  const observations = drift(behaviourOf(before).filter(both), behaviourOf(after).filter(both), byText);
  const fields = drift(fieldsOf(before).filter(both), fieldsOf(after).filter(both), byText);
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
    same: before.result === after.result && moved.every((list) => list.length === 0),
    result: { from: before.result, to: after.result },
    // Statements of earlier versions say nothing of it.
    partial: { from: before.partial ?? [], to: after.partial ?? [] },
    verdicts: changes,
    observations,
    sent,
    fields,
  };
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title} (${lines.length})`, ...lines.map((line) => `  ${line}`), ''];
}

/** The difference as lines for a reader, worse verdicts first. */
export function describeDiff(diff: StatementDiff): readonly string[] {
  const { same, result, partial, verdicts: changes, observations, sent, fields } = plainValue(diff);
  const from = resultWords({ result: result.from, partial: partial.from });
  const to = resultWords({ result: result.to, partial: partial.to });
  if (same) return [`No difference: ${to}.`];
  const verdict = ({ clause, operation, from, to }: VerdictChange) =>
    `${clause}${operation === undefined ? '' : `  ${operation}`}  ${from ?? 'no row'} -> ${to ?? 'no row'}`;
  const behaviour = ({ clause, operation, fingerprint }: SeenBehaviour) =>
    `${clause}  ${operation}  ${fingerprint}`;
  const value = ({ operation, field: place, class: kind, from, to }: SentChange) =>
    `${operation}  ${kind} in ${place}  ${from} -> ${to}`;
  const field = ({ operation, field: name }: AnswerField) => `${operation}  ${name}`;
  const lines = [
    from === to ? `Result: ${to}, as before.` : `Result: ${from} -> ${to}.`,
    '',
    ...block('Worse verdicts', changes.filter(({ worse }) => worse).map(verdict)),
    ...block('Other changed verdicts', changes.filter(({ worse }) => !worse).map(verdict)),
    ...block('New behaviour', [
      ...observations.appeared.map(behaviour),
      ...sent.filter(({ to }) => to !== 'accepted').map(value),
    ]),
    ...block('Behaviour no longer seen', [
      ...observations.vanished.map(behaviour),
      ...sent.filter(({ to }) => to === 'accepted').map(value),
    ]),
    ...block('New fields', fields.appeared.map(field)),
    ...block('Fields no longer seen', fields.vanished.map(field)),
  ];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
