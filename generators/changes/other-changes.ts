import { isObject } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Gap, ValueChange } from './text-changes.ts';

const change = (kind: string, gap: Gap, value: JsonValue | undefined): ValueChange => ({ kind, gap, value });

/** The name of a member that no document knows. */
export const unknownMember = 'not_documented';

/** The ways to change a number: absent, of another type, zero, negative, fractional, beyond what a number holds exactly. */
export function numberChanges(number: number): ValueChange[] {
  return [
    change('absent', 'required', undefined),
    change('null', 'required', null),
    change('as-text', 'formats', String(number)),
    change('empty', 'formats', ''),
    change('as-boolean', 'formats', true),
    change('as-array', 'formats', [number]),
    change('zero', 'formats', 0),
    change('negative', 'formats', -1),
    change('with-fraction', 'formats', number + 0.5),
    change('largest-exact', 'maximum', Number.MAX_SAFE_INTEGER),
    change('beyond-exact', 'maximum', 1e21),
  ];
}

/** The ways to change an object: absent, of another type, one member more, one level more or less. */
export function objectChanges(name: string, object: JsonObject): ValueChange[] {
  return [
    change('absent', 'required', undefined),
    change('null', 'required', null),
    change('empty', 'required', {}),
    change('as-text', 'formats', JSON.stringify(object)),
    change('as-array', 'formats', [object]),
    change('unknown-member', 'formats', { ...object, [unknownMember]: 'x' }),
    change('nested-deeper', 'formats', { [name]: object }),
  ];
}

/** The ways to change an array: absent, of another type, empty, one level more or less, many entries. */
export function arrayChanges(entries: readonly JsonValue[]): ValueChange[] {
  const [first = {}] = entries;
  return [
    change('absent', 'required', undefined),
    change('null', 'required', null),
    change('as-text', 'formats', JSON.stringify(entries)),
    change('as-object', 'formats', isObject(first) ? first : { entry: first }),
    change('nested-deeper', 'formats', [[...entries]]),
    change('null-entry', 'formats', [...entries, null]),
  ];
}

/** The sizes of an array without a limit: none, and many. */
export function sizeChanges(entries: readonly JsonValue[]): ValueChange[] {
  const [first = {}] = entries;
  return [
    change('0-entries', 'required', []),
    change(
      '200-entries',
      'lengths',
      Array.from({ length: 200 }, () => first),
    ),
  ];
}
