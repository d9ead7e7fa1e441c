import type { SecretClass } from '../../schemas/contract.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { classOf } from './classes.ts';
import { entriesOf, leafOf, maskLeaf, maskName, maskNumber } from './leaves.ts';
import { mark, type Place } from './scope.ts';

/** Where a value stands in a message. */
interface Spot {
  readonly name: string;
  readonly path: string;
  readonly inherited: SecretClass | undefined;
}

const root: Spot = { name: '', path: '', inherited: undefined };

/** Masks a JSON value by the meaning of its member names. */
export function maskValue(value: JsonValue, place: Place, spot: Spot = root): JsonValue {
  if (value === null || typeof value === 'boolean') return leaf(value, place, spot);
  if (typeof value === 'string') return leaf(maskLeaf(value, spot, place), place, spot);
  if (typeof value === 'number') return leaf(maskNumber(value, spot, place), place, spot);
  if (Array.isArray(value)) {
    const entry = { ...spot, path: entriesOf(spot.path) };
    return value.map((part) => maskValue(part, place, entry));
  }
  return maskObject(value, place, spot);
}

function leaf<Value extends JsonValue>(value: Value, place: Place, spot: Spot): Value {
  if (spot.path !== '') place.fields?.add(spot.path);
  return value;
}

function maskObject(value: JsonObject, place: Place, spot: Spot): JsonObject {
  const masked: JsonObject = {};
  for (const [name, part] of Object.entries(value)) {
    const shown = maskName(name, place);
    if (shown !== name) mark(place, spot.path);
    const { path } = leafOf(spot.path, shown, undefined);
    const inherited = spot.inherited ?? (typeof part === 'object' ? classOf(name) : undefined);
    const written = maskValue(part, place, { name, path, inherited });
    if (shown === '__proto__') defineMember(masked, shown, written);
    else masked[shown] = written;
  }
  return masked;
}

// A member called __proto__ would vanish by plain assignment.
function defineMember(object: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
