import { rawSchemas } from './contract.ts';
import { notified } from './judge/judge-notified.ts';
import { checks, twins, undocumentedOperation } from './rules/registry.ts';
import { runRules } from './rules/run/registry.ts';
import { table } from './table.ts';
import type { ClauseId, JsonValue } from './types.ts';

function clauseIdsIn(value: JsonValue): readonly ClauseId[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(clauseIdsIn);
}

// As JSON Schema itself writes a place: RFC 6901.
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

/** The files of what is judged besides the rules, by its name. */
const beside = table({
  [twins.name]: 'schemas/judge/judge-twin.ts',
  [undocumentedOperation.name]: 'schemas/judge/undocumented.ts',
  [notified.name]: 'schemas/judge/judge-notified.ts',
});

/** The source of a rule: a file of its name unless it says so, that of rules over a run in their own folder. */
function fileOf({ name, file = name }: (typeof checks)[number]): string {
  const own = beside[name];
  if (own !== undefined) return own;
  return `schemas/rules/${runRules.some((rule) => rule.name === name) ? 'run/' : ''}${file}.ts`;
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
  for (const rule of checks) for (const clause of rule.clauses) add(clause, fileOf(rule));
  return new Map([...places].map(([clause, set]) => [clause, [...set].sort()]));
}
