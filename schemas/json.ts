import type { JsonObject, JsonValue } from './types.ts';

/** Returns whether a JSON value is an object: not null and not an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty object. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is an array, otherwise an empty array. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** One step of a path: a member name or an entry index; `[]` stands for all entries of an array. */
export type Step = string | number;

/** The path with every index removed: `refund_orders[3].amount` becomes `refund_orders[].amount`. */
export function anyEntry(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

/** Formats steps as a path: `capture_orders[1].amount`. */
export function pathOf(steps: readonly Step[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (step === '[]') path += step;
    else path += path === '' ? step : `.${step}`;
  }
  return path;
}

/** The unescaped steps of a JSON pointer (RFC 6901). */
export function pointerSteps(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => (step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step));
}

/** The part of a value at some steps, own members only; undefined if there is none. */
export function valueAt(value: JsonValue | undefined, steps: readonly Step[]): JsonValue | undefined {
  let part = value;
  for (const step of steps) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) return undefined;
    part = (part as JsonObject)[step];
  }
  return part;
}

/**
 * Returns a copy with the value at a path changed, in every entry where a step is `[]`; unchanged parts are shared. If
 * `change` returns undefined, the value is removed. A path that does not exist changes nothing.
 */
export function changeAt(
  value: JsonValue,
  [step, ...rest]: readonly Step[],
  change: (old: JsonValue | undefined) => JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      if (step !== '[]' && step !== index) return [entry];
      const changed = changeAt(entry, rest, change);
      return changed === undefined ? [] : [changed];
    });
  }
  if (!isObject(value)) return value;
  const { [String(step)]: old } = value;
  if (old === undefined && rest.length > 0) return value;
  const changed = old === undefined ? change(old) : changeAt(old, rest, change);
  // The spread keeps the position of the member.
  if (changed !== undefined) return { ...value, [step]: changed };
  const { [String(step)]: _old, ...others } = value;
  return others;
}

type PlacedLeaf = readonly [path: string, leaf: string | number | boolean | null];

/** The scalar values inside a value, each with its path such as `capture_orders[1].amount`; added to `leaves`. */
export function leavesOf(value: JsonValue, path = '', leaves: PlacedLeaf[] = []): readonly PlacedLeaf[] {
  if (Array.isArray(value))
    for (const [index, entry] of value.entries()) leavesOf(entry, `${path}[${index}]`, leaves);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      leavesOf(member, path === '' ? name : `${path}.${name}`, leaves);
  else leaves.push([path, value]);
  return leaves;
}

/** Returns a copy of a value with every text in it changed; the names of members stay. */
export function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  return textsChanged(value, change) as Value;
}

function textsChanged(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => textsChanged(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, textsChanged(member, change)]),
  );
}

/** Groups items by a key; groups and items keep their order of arrival. */
export function groupedBy<Item, Key>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
