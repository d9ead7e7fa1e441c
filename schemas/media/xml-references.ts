import { table } from '../table.ts';

/** The signs of the five entities that every XML document has. */
export const predefined: Readonly<Record<string, string>> = table({
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
});

/** Replaces the five predefined entities and numeric references in a text; other references stay. */
export function resolveReferences(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+));/g,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (digits !== undefined) return String.fromCodePoint(Number(digits));
      return predefined[name ?? ''] ?? whole;
    },
  );
}
