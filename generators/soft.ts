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

function collect(schema: JsonObject, value: JsonValue, found: Set<ClauseId>): void {
  const sampled = subschema(schema, 'sampled');
  if (sampled !== undefined && typeof value === 'string' && matches(schema, value)) {
    const values = listAt(sampled, 'enum');
    const clause = clauseAt(schema, 'sampled');
    const fits = matches(sampled, value) && (values.length === 0 || values.includes(value));
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
