/**
 * A table for look-ups by external names. It has no prototype, so `constructor`, `toString` and `__proto__` are found
 * only if the rows have them.
 */
export function table<Value>(rows: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null), rows);
}
