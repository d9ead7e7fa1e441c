import type { JsonObject, JsonValue } from '../types.ts';

/** Sets an own member under any name; assigning `__proto__` would change the prototype of the object. */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/** Returns an own member, never an inherited one. */
export function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
