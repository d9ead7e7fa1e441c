import type { JsonValue } from '../../schemas/types.ts';

/** What stands in the addresses of one variant, and what stands there in those of another. */
export type Moved = readonly [from: string, to: string];

/** A text with the addresses of another variant, those that are encoded for the text of an address included. */
export function movedText(text: string, [from, to]: Moved): string {
  return text.replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to));
}

/** A value of which every text is as `movedText` gives it. */
export function movedValue(value: JsonValue, moved: Moved): JsonValue {
  if (typeof value === 'string') return movedText(value, moved);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => movedValue(part, moved));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, movedValue(part, moved)]));
}
