// The digest is one of all times that the exchanges took.
const times = new Set(['startedAt', 'endedAt', 'durationMs', 'latency', 'evidenceSha256']);

/** A value without members that are times. */
export function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => !times.has(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutTimes(part)]));
}
