import { createInterface } from 'node:readline/promises';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Puts one question to somebody; an empty answer takes what is usual. */
export type Ask = (text: string) => Promise<string>;

/** Asks in the terminal on behalf of a command; undefined where there is none to ask in. */
export function terminalAsk(command: string): { ask: Ask; close(): void } | undefined {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C or the end of the input closes the questions, and nobody would answer the one that is open.
  const stopped = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new ConfigurationError(`${command} was stopped; nothing was written.`)));
  });
  stopped.catch(() => {});
  return { ask: (text) => Promise.race([lines.question(text), stopped]), close: () => lines.close() };
}
