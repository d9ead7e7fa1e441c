import { mostEntries } from '../../schemas/judge/bounded.ts';
import type { JsonValue } from '../../schemas/types.ts';

// Four times what the document lets a value be; and more members than all of its answers together name.
const longestText = 1024;
const mostMembers = 300;

/** An answer as rules across a run need it: texts, lists and objects cut far beyond what the document describes. */
export function leanAnswer(value: JsonValue): JsonValue {
  // A slice alone would keep the whole text in memory.
  if (typeof value === 'string')
    return value.length <= longestText ? value : Buffer.from(value.slice(0, longestText)).toString();
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(leanAnswer);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, mostMembers);
  return Object.fromEntries(members.map(([name, member]) => [name, leanAnswer(member)]));
}
