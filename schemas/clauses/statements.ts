import { isObject } from '../json.ts';
import type { ClauseId, Evidence, JsonObject, JsonValue } from '../types.ts';

/** A clause as one place of a schema says it. */
export interface Stated {
  readonly id: ClauseId;
  readonly statement: string;
  readonly evidence: Evidence;
}

/** What statements call a place: a member, or the entries of an array member. */
export interface Member {
  readonly name: string;
  /** What follows the name in a statement: `of a payment request`; empty where no object around says it. */
  readonly suffix: string;
  readonly isEntry: boolean;
}

/** What one place of a request schema says, a clause for each keyword that its `clause` names. */
export function statementsOf(schema: JsonObject, member: Member): Stated[] {
  const { clause } = schema;
  const ids: JsonObject = typeof clause === 'string' ? { type: clause } : isObject(clause) ? clause : {};
  const found = new Map<ClauseId, Stated>();
  for (const [keyword, id] of Object.entries(ids)) {
    // What is demanded by name, limited in number or forbidden has rows: the document says it apart from the fields.
    if (typeof id !== 'string' || found.has(id)) continue;
    const statement = statementOf(schema, member, keyword, id);
    if (statement !== undefined) found.set(id, { id, statement, evidence: evidenceOf(schema, keyword) });
  }
  return [...found.values()];
}

const closing: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

function statementOf(
  schema: JsonObject,
  { name, suffix, isEntry }: Member,
  keyword: string,
  id: ClauseId,
): string | undefined {
  if (isEntry) {
    if (closing.has(keyword)) return `An entry of ${name} holds no member beyond those documented`;
    return schema.type === 'object' ? `Each entry of ${name} is an object` : undefined;
  }
  if (suffix === '') return undefined;
  const called = typeof schema.called === 'string' ? schema.called : `${name} ${suffix}`;
  if (closing.has(keyword)) return `${called} holds no member beyond those documented`;
  const said = keyword === 'sampled' ? saidBy(schema.sampled) : ofType(schema.type, id);
  const predicate =
    said ?? (keyword === 'type' || keyword === 'pattern' || keyword === 'anyOf' ? saidBy(schema) : undefined);
  return predicate === undefined ? undefined : `${called} ${predicate}`;
}

/** `is a string` for the clause `…/string` of a string. */
function ofType(type: JsonValue | undefined, id: ClauseId): string | undefined {
  if (typeof type !== 'string' || !id.endsWith(`/${type}`)) return undefined;
  return `is ${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** What a shape says of its field: its `states`, otherwise its description without the example. */
function saidBy(shape: JsonValue | undefined): string | undefined {
  if (!isObject(shape)) return undefined;
  if (typeof shape.states === 'string') return shape.states;
  if (typeof shape.description !== 'string') return undefined;
  return `is ${shape.description.replace(/ such as .*$/, '')}`;
}

/** Types and shapes are stated unless a schema says otherwise; that nothing else stands in an object is implied. */
function evidenceOf(schema: JsonObject, keyword: string): Evidence {
  if (closing.has(keyword)) return 'implied';
  const { evidence } = keyword === 'sampled' && isObject(schema.sampled) ? schema.sampled : schema;
  if (typeof evidence === 'string') return evidence as Evidence;
  return keyword === 'sampled' ? 'implied' : 'stated';
}
