/** The target file that `init` writes unless another is named, and that commands use where it stands in their folder. */
export const usualTarget = 'conformance.target.json';

/** A word as a POSIX shell takes it: as it is where that is safe, else in single quotes. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command of this suite that can be pasted into a shell. */
export function commandLine(...words: readonly string[]): string {
  return ['npx conformance', ...words.map(shellWord)].join(' ');
}
