/** Puts a value into a map that forgets its oldest key once it holds more than `most`. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.set(key, value);
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

/** Appends to a list that holds its newest `most` values, cutting it only now and then. */
export function append<Value>(list: Value[], value: Value, most: number): void {
  list.push(value);
  if (list.length > most * 2) list.splice(0, list.length - most);
}

/** The newest values of a list, newest first. */
export function newest<Value>(list: readonly Value[], most: number): Value[] {
  return list.slice(Math.max(0, list.length - most)).reverse();
}
