/**
 * Keeps so many things that were made lately and gives them again where they are asked for with equal words, which are
 * plain data or one text. Nobody changes what is kept.
 */
export function keptLately<Made>(
  most: number,
): (words: string | readonly unknown[], make: () => Made) => Made {
  const kept = new Map<string, Made>();
  return (words, make) => {
    const key = typeof words === 'string' ? words : JSON.stringify(words);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    kept.set(key, made);
    return made;
  };
}
