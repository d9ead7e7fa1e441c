import type { JsonObject, JsonValue } from '../types.ts';

/** Tells whether a text was sent under a name anywhere in the request; the names are collected at the first question. */
export function sentTexts(request: JsonObject): (name: string, text: string) => boolean {
  let known: Set<string> | undefined;
  return (name, text) => {
    known ??= collect(request, '', new Set());
    return known.has(`${name}\n${text}`);
  };
}

function collect(value: JsonValue, name: string, found: Set<string>): Set<string> {
  if (typeof value === 'string') found.add(`${name}\n${value}`);
  else if (Array.isArray(value)) for (const entry of value) collect(entry, name, found);
  else if (value !== null && typeof value === 'object') {
    for (const [member, part] of Object.entries(value)) collect(part, member, found);
  }
  return found;
}
