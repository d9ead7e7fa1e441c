import { readFileSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import { clauseOf, clauses, hasClause } from '../schemas/clauses.ts';
import { isObject } from '../schemas/json.ts';
import {
  type ClauseId,
  type JsonObject,
  type JsonValue,
  type OperationId,
  operationIds,
} from '../schemas/types.ts';
import { WrongUse } from '../schemas/wrong-use.ts';

/** A known deviation of a target: a row of the deviation file next to the target file. */
export interface Deviation {
  /** Short name; `<clause> <operation>` when the file gives none. */
  readonly id: string;
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly reason: string;
  readonly owner: string;
  /** Last day on which it counts, `YYYY-MM-DD`. */
  readonly expires: string;
  readonly link?: string;
}

const required = ['clause', 'operation', 'reason', 'owner', 'expires'] as const;
const known: readonly string[] = ['id', ...required, 'link'];

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

/** Whether a text is a real date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

// Found before the run, a misspelt clause does not cost one.
function clauseProblem(id: string, operation: string, at: string): string | undefined {
  if (!hasClause(id)) {
    const ids = clauses.map((clause) => clause.id);
    return `"${at}.clause" must be a clause, found ${shown(id)}; did you mean "${closest(id, ids)}"?`;
  }
  const { operations } = clauseOf(id);
  if (operations.length === 0 || operations.some((one) => one === operation)) return undefined;
  return `"${at}.operation" is ${operation}, which "${id}" is not about; it is about ${operations.join(', ')}`;
}

function rowProblem(row: JsonObject, at: string): string | undefined {
  const odd = Object.keys(row).find((key) => !known.includes(key));
  if (odd !== undefined)
    return `"${at}.${odd}" is not a key of a deviation; did you mean "${closest(odd, [...known])}"?`;
  const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  const wrong = [...new Set([...required, ...Object.keys(row)])].find((key) => !isText(row[key]));
  if (wrong !== undefined) return `"${at}.${wrong}" must be a text, found ${shown(row[wrong])}`;
  const operation = String(row.operation);
  if (!operationIds.some((id) => id === operation)) {
    return `"${at}.operation" must be an operation, found "${operation}"; did you mean "${closest(operation, [...operationIds])}"?`;
  }
  const clause = clauseProblem(String(row.clause), operation, at);
  if (clause !== undefined) return clause;
  return isDay(String(row.expires))
    ? undefined
    : `"${at}.expires" must be a day YYYY-MM-DD, found ${shown(row.expires)}`;
}

function parse(file: string): JsonValue {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new WrongUse(`${file}: cannot be read as JSON: ${reason}`, { cause: error });
  }
}

/** Reads a deviation file `{ "deviations": [ … ] }`; throws `WrongUse`. */
export function loadDeviations(file: string): readonly Deviation[] {
  const content = parse(file);
  const rows = isObject(content) ? content.deviations : undefined;
  if (!isObject(content) || !Array.isArray(rows)) {
    throw new WrongUse(`${file}: "deviations" must be an array, found ${shown(rows)}`);
  }
  const extra = Object.keys(content).find((key) => key !== 'deviations' && key !== '$schema');
  if (extra !== undefined) throw new WrongUse(`${file}: "${extra}" is unknown; did you mean "deviations"?`);
  return rows.map((row: JsonValue, index) => {
    const at = `deviations[${index}]`;
    const problem = isObject(row) ? rowProblem(row, at) : `"${at}" must be an object, found ${shown(row)}`;
    if (problem !== undefined) throw new WrongUse(`${file}: ${problem}`);
    const deviation = row as unknown as Omit<Deviation, 'id'> & { readonly id?: string };
    return { ...deviation, id: deviation.id ?? `${deviation.clause} ${deviation.operation}` };
  });
}
