import type { JsonObject, JsonValue } from '../types.ts';

/** Sets an own member under any name; plain assignment to `__proto__` would change the object's prototype instead. */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/** Reads an own member, never one that every object inherits. */
export function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
