import { distance } from 'fastest-levenshtein';
import { isBlank } from '../history/outcome.ts';
import { isObject, pointerSteps, valueAt } from '../json.ts';
import type { ClauseId, JsonObject, JsonValue } from '../types.ts';
import type { Feature, Recording } from './recording.ts';

/** Value of the keyword `listed`: members whose presence no sentence states, and when they are expected. */
export interface Listed {
  readonly clause: ClauseId;
  readonly names?: readonly string[];
  readonly ifSent?: readonly string[];
  readonly when?: Partial<Record<Feature, readonly string[]>>;
}

/** Records the listed members that an object at a JSON pointer lacks although they are expected. */
export function noteListed(recording: Recording, data: JsonObject, pointer: string, listed: Listed): void {
  if (recording.refused.has(pointer)) return;
  const { clause, names, ifSent, when } = listed;
  const look = (name: string) => {
    recording.exercised.add(clause);
    if (!Object.hasOwn(data, name)) recording.unlisted.push({ clause, pointer, name });
  };
  if (names !== undefined) for (const name of names) look(name);
  if (ifSent !== undefined && ifSent.length > 0) {
    const sent = valueAt(recording.request, pointerSteps(pointer));
    for (const name of ifSent) if (isObject(sent) && hasValue(sent[name])) look(name);
  }
  for (const feature in when)
    if (recording.features.has(feature as Feature))
      for (const name of when[feature as Feature] ?? []) look(name);
}

// What was sent empty, such as `[]`, may come back empty or not at all.
function hasValue(sent: JsonValue | undefined): boolean {
  return !isBlank(sent) && !(isObject(sent) || Array.isArray(sent) ? Object.keys(sent).length === 0 : false);
}

// More would not help a reader, and a hostile answer may hold a hundred thousand.
const mostUndocumented = 200;

/** Records the members of an object at a JSON pointer that its schema does not name; nothing if it names none. */
export function noteUnknown(
  recording: Recording,
  data: JsonObject,
  pointer: string,
  names: readonly string[],
): void {
  if (names.length === 0) return;
  for (const name in data) {
    if (names.includes(name) || recording.undocumented.length >= mostUndocumented) continue;
    const near = names.find((other) => !Object.hasOwn(data, other) && nearSpelling(name, other));
    const found = { pointer, name, type: jsonTypeOf(data[name]) };
    recording.undocumented.push(near === undefined ? found : { ...found, near });
  }
}

/** The JSON type of a value: `string`, `number`, `boolean`, `null`, `array` or `object`. */
function jsonTypeOf(value: JsonValue | undefined): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns whether two different names differ by at most two letters, or only in case, hyphens and underscores. */
function nearSpelling(one: string, other: string): boolean {
  if (one === other || one.length > 100) return false;
  if (bare(one) === bare(other)) return true;
  // Two letters are half of a name as short as "card".
  return Math.min(one.length, other.length) > 4 && distance(one, other) <= 2;
}

function bare(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
