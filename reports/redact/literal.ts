/** A regular expression source that matches exactly these words, longest first. */
export function anyOf(words: readonly string[]): string {
  const sorted = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return sorted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
}
