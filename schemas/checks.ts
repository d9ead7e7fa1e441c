import { rawSchemas } from './contract.ts';
import { checks } from './rules/registry.ts';
import type { ClauseId, JsonValue } from './types.ts';

function clauseIdsIn(value: JsonValue): readonly ClauseId[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(clauseIdsIn);
}

function visit(schema: JsonValue, found: (clause: ClauseId) => void): void {
  if (schema === null || typeof schema !== 'object') return;
  if (!Array.isArray(schema)) {
    if (schema.clause !== undefined) clauseIdsIn(schema.clause).forEach(found);
    const { listed } = schema;
    if (
      listed !== null &&
      typeof listed === 'object' &&
      !Array.isArray(listed) &&
      typeof listed.clause === 'string'
    ) {
      found(listed.clause);
    }
  }
  for (const [name, part] of Object.entries(schema)) if (name !== 'clause') visit(part, found);
}

/** For every clause, the schema files whose keywords and the rules that check it, sorted by name. */
export function whereChecked(): ReadonlyMap<ClauseId, readonly string[]> {
  const places = new Map<ClauseId, Set<string>>();
  const add = (clause: ClauseId, place: string) => {
    const set = places.get(clause) ?? new Set<string>();
    places.set(clause, set.add(place));
  };
  for (const [file, schema] of Object.entries(rawSchemas()))
    visit(schema, (clause) => add(clause, `schemas/messages/${file}`));
  for (const rule of checks) for (const clause of rule.clauses) add(clause, `rule ${rule.name}`);
  return new Map([...places].map(([clause, set]) => [clause, [...set].sort()]));
}
