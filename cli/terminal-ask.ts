import { createInterface } from 'node:readline/promises';
import { onScreen } from '../reports/terminal/on-screen.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Puts one question to somebody; an empty answer takes what is usual. */
export type Ask = (text: string) => Promise<string>;

/** A question as it fits the terminal, with a blank before its answer. */
function inColumns(question: string): string {
  return `${onScreen(question.split('\n')).join('\n').trimEnd()} `;
}

/** Asks in the terminal on behalf of a command; undefined where there is none to ask in. */
export function terminalAsk(command: string): { ask: Ask; close(): void } | undefined {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  let isDone = false;
  // Ctrl-C or the end of the input closes the questions, and nobody would answer the one that is open.
  const stopped = new Promise<never>((_, reject) => {
    lines.once('close', () => {
      if (!isDone) process.stdout.write('\n');
      reject(new ConfigurationError(`${command} was stopped; nothing was written.`));
    });
  });
  stopped.catch(() => {});
  return {
    ask: (text) => Promise.race([lines.question(inColumns(text)), stopped]),
    close: () => {
      isDone = true;
      lines.close();
    },
  };
}
