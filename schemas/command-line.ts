/** Default name of the target file: `init` writes it, and commands use it if it is in the current folder. */
export const usualTarget = 'conformance.target.json';

/** Start of every printed command; uses the package's own name so that npx runs no other package. */
export const commandStart = 'npx payment-acquiring-conformance';

/** A word quoted for a POSIX shell: unchanged if safe, otherwise in single quotes. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command of this suite, quoted so that it can be pasted into a shell. */
export function commandLine(...words: readonly string[]): string {
  return [commandStart, ...words.map(shellWord)].join(' ');
}

/** The options and their values as separate words, in order; options without a value are omitted. */
export function optionWords(options: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
}
