/**
 * A table whose rows are asked for by names from outside. It has no prototype, so `constructor`, `toString` and `__proto__`
 * are in it only where its rows have them.
 */
export function table<Value>(rows: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null), rows);
}
