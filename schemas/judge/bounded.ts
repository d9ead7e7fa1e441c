import type { JsonValue } from '../types.ts';

/** Most entries of one array that are judged; ten times what the document lets an answer hold. */
const mostEntries = 1000;

/** The same value, or a copy whose arrays are cut at a thousand entries, so that no answer costs more than that. */
export function boundEntries(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return boundArray(value);
  if (typeof value !== 'object' || value === null) return value;
  let copy: { [name: string]: JsonValue } | undefined;
  for (const name of Object.keys(value)) {
    const member = value[name] as JsonValue;
    if (typeof member !== 'object' || member === null) continue;
    const bound = boundEntries(member);
    if (bound === member) continue;
    copy ??= { ...value };
    copy[name] = bound;
  }
  return copy ?? value;
}

function boundArray(value: JsonValue[]): JsonValue[] {
  let copy = value.length > mostEntries ? value.slice(0, mostEntries) : undefined;
  const { length } = copy ?? value;
  for (let index = 0; index < length; index += 1) {
    const entry = value[index] as JsonValue;
    if (typeof entry !== 'object' || entry === null) continue;
    const bound = boundEntries(entry);
    if (bound === entry) continue;
    copy ??= value.slice();
    copy[index] = bound;
  }
  return copy ?? value;
}
