/** A word as a POSIX shell takes it: as it is where that is safe, else in single quotes. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command of this suite that can be pasted into a shell. */
export function commandLine(...words: readonly string[]): string {
  return ['npx conformance', ...words.map(shellWord)].join(' ');
}
