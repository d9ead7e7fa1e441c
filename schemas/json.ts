import type { JsonObject, JsonValue } from './types.ts';

/** Tells whether a JSON value is an object: not null, not an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else one without members. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value when it is an array, else one without entries. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** One step into a value: the name of a member or the index of an entry; `[]` stands for the entries of an array. */
export type Step = string | number;

/** A path that stands for any entry: `refund_orders[3].amount` becomes `refund_orders[].amount`. */
export function anyEntry(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

/** Writes steps as findings write them: `capture_orders[1].amount`. */
export function pathOf(steps: readonly Step[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (step === '[]') path += step;
    else path += path === '' ? step : `.${step}`;
  }
  return path;
}

/** The steps of a JSON pointer (RFC 6901), its escapes undone. */
export function pointerSteps(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => (step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step));
}

/** The part of a value that steps lead to, members of its own only; undefined when there is none. */
export function valueAt(value: JsonValue | undefined, steps: readonly Step[]): JsonValue | undefined {
  let part = value;
  for (const step of steps) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) return undefined;
    part = (part as JsonObject)[step];
  }
  return part;
}

/**
 * A copy in which the value at a place is changed, in every entry where a step is `[]`; the rest is shared. What turns
 * out as undefined is taken away, and a way that is not there changes nothing.
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
  // The spread keeps the member's place among the others.
  if (changed !== undefined) return { ...value, [step]: changed };
  const { [String(step)]: _old, ...others } = value;
  return others;
}

/** What of a value is no object and no array, each with its path as in `capture_orders[1].amount`. */
export function leavesOf(
  value: JsonValue,
  path = '',
): readonly (readonly [path: string, leaf: string | number | boolean | null])[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, `${path}[${index}]`));
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, path === '' ? name : `${path}.${name}`),
  );
}

/** Items by what a key says of them, groups and items in the order in which they came. */
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
