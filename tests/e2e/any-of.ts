/** A text to look for, and what it is called. */
export type Needle = readonly [kind: string, text: string];

const bits = 20;
const mask = 2 ** bits - 1;
// A number for the three signs at a place; different ones may share it.
const startAt = (text: string, at: number) =>
  ((text.charCodeAt(at) << 12) ^ (text.charCodeAt(at + 1) << 6) ^ text.charCodeAt(at + 2)) & mask;

/**
 * Looks for thousands of texts, each of three signs or more, in one pass over a text. What is returned tells the kinds of those
 * that a text holds.
 */
export function anyOf(needles: readonly Needle[]): (text: string) => ReadonlySet<string> {
  const starts = new Uint8Array(mask + 1);
  const byStart = new Map<number, Needle[]>();
  for (const needle of needles) {
    if (needle[1].length < 3) throw new Error(`too short to be looked for: ${needle[0]}`);
    const start = startAt(needle[1], 0);
    starts[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), needle]);
  }
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at + 3 <= text.length; at += 1) {
      const start = startAt(text, at);
      if (starts[start] === 0) continue;
      for (const [kind, value] of byStart.get(start) ?? []) if (text.startsWith(value, at)) found.add(kind);
    }
    return found;
  };
}
