import { distance } from 'fastest-levenshtein';

/** Tells whether two different names differ by at most two letters, or only by case and underscores. */
export function nearSpelling(one: string, other: string): boolean {
  if (one === other || one.length > 100) return false;
  if (bare(one) === bare(other)) return true;
  // Two letters are most of a name as short as "card".
  return Math.min(one.length, other.length) > 4 && distance(one, other) <= 2;
}

function bare(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
