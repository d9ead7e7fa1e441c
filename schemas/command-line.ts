/** The target file that `init` writes unless another is named, and that commands use where it is in their folder. */
export const usualTarget = 'conformance.target.json';

/** How a command of this suite begins: the name is the package's own, so that no other package of a registry is run. */
export const commandStart = 'npx payment-acquiring-conformance';

/** A word as a POSIX shell takes it: as it is where that is safe, else in single quotes. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command of this suite that can be pasted into a shell. */
export function commandLine(...words: readonly string[]): string {
  return [commandStart, ...words.map(shellWord)].join(' ');
}

/** The words of options with their values, in their order; an option without a value is left out. */
export function optionWords(options: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
}
