import { requestSchema } from '../schemas/contract.ts';
import { isObject } from '../schemas/json.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import { clauseAt, listAt, propertiesOf, subschema, textAt } from './schema-view.ts';

const patterns = new Map<string, RegExp>();

function matches(schema: JsonObject, value: string): boolean {
  const pattern = textAt(schema, 'pattern');
  if (pattern === undefined) return true;
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(value);
}

const sampled = new WeakMap<JsonObject, boolean>();

/** Tells whether a schema or a part of it has a sampled shape: most have none. */
function hasSampled(schema: JsonObject): boolean {
  const known = sampled.get(schema);
  if (known !== undefined) return known;
  const items = subschema(schema, 'items');
  const has =
    subschema(schema, 'sampled') !== undefined ||
    propertiesOf(schema).some(([, member]) => hasSampled(member)) ||
    (items !== undefined && hasSampled(items));
  sampled.set(schema, has);
  return has;
}

function collect(schema: JsonObject, value: JsonValue, found: Set<ClauseId>): void {
  if (!hasSampled(schema)) return;
  const shape = subschema(schema, 'sampled');
  if (shape !== undefined && typeof value === 'string' && matches(schema, value)) {
    const values = listAt(shape, 'enum');
    const clause = clauseAt(schema, 'sampled');
    const fits = matches(shape, value) && (values.length === 0 || values.includes(value));
    if (!fits && clause !== undefined) found.add(clause);
  }
  if (isObject(value)) {
    for (const [name, member] of propertiesOf(schema)) {
      const inner = value[name];
      if (inner !== undefined) collect(member, inner, found);
    }
  }
  const items = subschema(schema, 'items');
  if (Array.isArray(value) && items !== undefined) for (const entry of value) collect(items, entry, found);
}

/** The clauses of sampled shapes that a body misses where its stated shape holds; the contract's grade leaves them aside. */
export function softBreaches(operation: DocumentedOperationId, body: JsonObject): ReadonlySet<ClauseId> {
  const found = new Set<ClauseId>();
  collect(requestSchema(operation), body, found);
  return found;
}
