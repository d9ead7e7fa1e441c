import { isDeepStrictEqual } from 'node:util';
import { jsonText } from '../../schemas/plain-text.ts';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import type { ClauseRow, Statement } from '../statement/format.ts';
import type { VerifyProblem } from './problem.ts';

/** Places of one member of a statement that are named; the rest is counted. */
const most = 10;

function keyOf({ id, operation }: ClauseRow): string {
  return `${id}${operation === undefined ? '' : ` ${operation}`}`;
}

const said = ({ verdict, exchanges }: ClauseRow) => `${verdict} in ${exchanges} exchanges`;

function rowProblems(stated: readonly ClauseRow[], derived: readonly ClauseRow[]): VerifyProblem[] {
  const own = new Map(derived.map((row) => [keyOf(row), row]));
  const problems = stated.flatMap((row): VerifyProblem[] => {
    const at = keyOf(row);
    const wanted = own.get(at);
    own.delete(at);
    if (wanted === undefined) return [{ kind: 'statement', at, detail: 'the evidence gives no such row' }];
    if (isDeepStrictEqual(row, wanted)) return [];
    const [one, other] =
      said(row) === said(wanted) ? [row, wanted].map((each) => shown(each.why)) : [said(row), said(wanted)];
    return [
      { kind: 'statement', at, detail: `the statement says ${one ?? ''}, the evidence gives ${other ?? ''}` },
    ];
  });
  const missing = [...own.keys()].map(
    (at): VerifyProblem => ({ kind: 'incomplete', at, detail: 'the statement has no row for it' }),
  );
  return [...problems, ...missing];
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function different(stated: unknown, derived: unknown, at: string): VerifyProblem[] {
  if (isDeepStrictEqual(stated, derived)) return [];
  if (isGroup(stated) && isGroup(derived) && Array.isArray(stated) === Array.isArray(derived)) {
    const names = [...new Set([...Object.keys(stated), ...Object.keys(derived)])];
    return names.flatMap((name) =>
      different(
        stated[name],
        derived[name],
        Array.isArray(stated) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`,
      ),
    );
  }
  const detail = `the statement says ${shown(stated)}, the evidence gives ${shown(derived)}`;
  return [{ kind: 'statement', at, detail }];
}

function shortened(problems: readonly VerifyProblem[], name: string): readonly VerifyProblem[] {
  if (problems.length <= most) return problems;
  const detail = `${problems.length - most} more of its places differ`;
  return [...problems.slice(0, most), { kind: 'statement', at: name, detail }];
}

function missingExchanges(stated: Statement, derived: Statement): VerifyProblem[] {
  const counts = ({ run }: Statement, id: OperationId) => run.operations[id]?.exchanges ?? 0;
  return operationIds.flatMap((operation): VerifyProblem[] => {
    const [told, held] = [counts(stated, operation), counts(derived, operation)];
    if (told === held) return [];
    const detail = `the statement counts ${told} exchanges of ${operation}, the evidence holds ${held}`;
    const missing = { operation, exchanges: told - held };
    return [{ kind: 'incomplete', at: 'exchanges.ndjson', detail, missing }];
  });
}

/** Says where a statement differs from the one that the evidence gives: lost exchanges first, then rows, then everything else. */
export function compareStatements(stated: Statement, evidenced: Statement): VerifyProblem[] {
  // As it is written: no statement holds half a character.
  const derived: Statement = JSON.parse(jsonText(evidenced));
  const others = [...new Set([...Object.keys(stated), ...Object.keys(derived)])].filter(
    (name) => name !== 'clauses',
  ) as (keyof Statement)[];
  return [
    ...missingExchanges(stated, derived),
    ...others
      .filter((name) => name === 'result')
      .flatMap((name) => different(stated[name], derived[name], name)),
    ...shortened(rowProblems(stated.clauses, derived.clauses), 'clauses'),
    ...others
      .filter((name) => name !== 'result')
      .flatMap((name) => shortened(different(stated[name], derived[name], name), name)),
  ];
}
