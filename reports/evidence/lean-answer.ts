import type { JsonValue } from '../../schemas/types.ts';
import { isDocumentedName } from '../redact/documented.ts';

// More than the document lets a value be (255), and more entries than it lets a listing hold (100).
const longestText = 300;
const mostEntries = 250;
// A page has some seventy inputs.
const mostMembers = 300;

// Where 2.6 shows the members of a result.
const xmlRoot = 'respon';

type Lean = (value: JsonValue) => JsonValue;

const leaning = (
  keeps: (members: readonly [string, JsonValue][]) => readonly [string, JsonValue][],
): Lean => {
  const lean: Lean = (value) => {
    // A slice alone would keep the whole text in memory.
    if (typeof value === 'string')
      return value.length <= longestText ? value : Buffer.from(value.slice(0, longestText)).toString();
    if (Array.isArray(value)) return value.slice(0, mostEntries).map(lean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(keeps(Object.entries(value)).map(([name, member]) => [name, lean(member)]));
  };
  return lean;
};

/**
 * An answer as rules across a run need it: the members that the document names, texts and lists cut beyond what it
 * describes. Thousands of answers lie in memory beside each other, whatever else a service puts into them.
 */
export const leanAnswer: Lean = leaning((members) =>
  members.filter(([name]) => isDocumentedName(name) || name === xmlRoot),
);

/** A decoded page likewise; its members are those of markup. */
export const leanPage: Lean = leaning((members) => members.slice(0, mostMembers));
