/** Quotes a text so that a POSIX shell takes it as one word, whatever it holds. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
