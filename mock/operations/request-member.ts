import type { JsonObject } from '../../schemas/types.ts';

/** A text member of a request, or an empty text. */
export function textOf(request: JsonObject, name: string): string {
  const value = request[name];
  return typeof value === 'string' ? value : '';
}

/** An object member of a request, or an empty object. */
export function objectOf(request: JsonObject, name: string): JsonObject {
  const value = request[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
