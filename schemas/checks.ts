import { rawSchemas } from './contract.ts';
import { checkFiles } from './rules/registry.ts';
import type { ClauseId, JsonValue } from './types.ts';

function clauseIdsIn(value: JsonValue): readonly ClauseId[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(clauseIdsIn);
}

// JSON pointer syntax (RFC 6901), as JSON Schema uses it.
function stepTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function visit(schema: JsonValue, found: (clause: ClauseId, pointer: string) => void, pointer = ''): void {
  if (schema === null || typeof schema !== 'object') return;
  if (!Array.isArray(schema)) {
    for (const clause of schema.clause === undefined ? [] : clauseIdsIn(schema.clause))
      found(clause, pointer);
    const { listed } = schema;
    if (
      listed !== null &&
      typeof listed === 'object' &&
      !Array.isArray(listed) &&
      typeof listed.clause === 'string'
    ) {
      found(listed.clause, stepTo(pointer, 'listed'));
    }
  }
  for (const [name, part] of Object.entries(schema))
    if (name !== 'clause') visit(part, found, stepTo(pointer, name));
}

/** For every clause, where it is checked: the places in the schemas as `file#pointer`, and the files of rules; sorted. */
export function whereChecked(): ReadonlyMap<ClauseId, readonly string[]> {
  const places = new Map<ClauseId, Set<string>>();
  const add = (clause: ClauseId, place: string) => {
    const set = places.get(clause) ?? new Set<string>();
    places.set(clause, set.add(place));
  };
  for (const [file, schema] of Object.entries(rawSchemas()))
    visit(schema, (clause, pointer) => add(clause, `schemas/messages/${file}#${pointer}`));
  for (const [file, some] of checkFiles)
    for (const { clauses } of some) for (const clause of clauses) add(clause, file);
  return new Map([...places].map(([clause, set]) => [clause, [...set].sort()]));
}
