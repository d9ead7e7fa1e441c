import { isObject } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

// The digest is one of all times that the exchanges took.
const times = new Set(['startedAt', 'endedAt', 'durationMs', 'latency', 'evidenceSha256']);

/** True if a value is an observation of how long answers took: on a busy machine some take longer than 10 s. */
const isOfTime = (value: unknown) =>
  isObject(value as JsonValue) && (value as JsonObject).clause === '8/time-outs';

/** Returns a value without members that are times. */
export function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isOfTime(one)).map(withoutTimes);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !times.has(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutTimes(part)]));
}
