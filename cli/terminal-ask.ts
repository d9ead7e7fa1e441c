import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { onScreen } from '../reports/terminal/on-screen.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Asks one question; an empty answer means the default. */
export type Ask = (text: string) => Promise<string>;

/** Returns a question wrapped for the terminal, with a blank before its answer. */
function inColumns(question: string): string {
  return `${onScreen(question.split('\n')).join('\n').trimEnd()} `;
}

/** Opens the terminal for the questions of a command; undefined without a terminal. */
export function terminalAsk(command: string): { ask: Ask; close(): void } | undefined {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  let isDone = false;
  // Ctrl-C or the end of the input closes the terminal, and an open question would wait forever.
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

/** Answers by key, from options or from the terminal. */
export type Answers<Key extends string> = { readonly [Name in Key]?: string | undefined };

/** A question, its option, default and checks. */
export interface Question<Key extends string> {
  readonly key: Key;
  /** As in the help: `--name <text>`. */
  readonly flags: string;
  readonly text: string;
  /** The default answer, empty if optional; if absent, an answer is required. */
  readonly usual?: string;
  /** The text in brackets if `usual` is empty. */
  readonly nothing?: string;
  /** The default in the terminal instead of `usual`. */
  readonly offered?: (so: Answers<Key>) => string | undefined;
  readonly asked?: (so: Answers<Key>) => boolean;
  /** Returns what is wrong with an answer, in a sentence; undefined if it is right. */
  readonly problem?: ((answer: string, so: Answers<Key>) => string | undefined) | undefined;
  /** Returns a doubt about an answer; the user is then asked whether to keep it. */
  readonly doubt?: (answer: string) => Promise<string | undefined>;
}

/** Returns the option of a question, such as `--name`. */
export function optionNamed({ flags }: Pick<Question<string>, 'flags'>): string {
  return flags.replace(/ .*/, '');
}

/** Adds an option for each question, with the same text in the help after `before`. */
export function addAnswerOptions(
  command: Command,
  questions: readonly Question<string>[],
  before = '',
): void {
  for (const { flags, text } of questions)
    command.option(flags, `${before}${text[0]?.toLowerCase()}${text.slice(1)}`);
}

/** Empty answers in a row after which a required question is given up. */
const mostEmpty = 3;

/** The word that goes back to the previous question. */
export const backWord = 'back';

// A wrong answer is reported and asked for again.
async function askFor<Key extends string>(
  { text, nothing = 'nothing', problem, doubt }: Question<Key>,
  usual: string | undefined,
  so: Answers<Key>,
  ask: Ask,
): Promise<string> {
  const hint = usual === undefined ? '' : ` [${usual || nothing}]`;
  let empty = 0;
  for (let said = ''; ; ) {
    const answer = (await ask(`${said}${text}${hint}: `)).trim() || usual;
    if (answer === undefined) {
      empty += 1;
      if (empty === mostEmpty) return '';
      said = 'An answer is needed; Ctrl-C stops.\n';
      continue;
    }
    if (answer === backWord) return answer;
    const wrong = problem?.(answer, so);
    if (wrong !== undefined) {
      said = `${wrong}\n`;
      continue;
    }
    const against = await doubt?.(answer);
    if (against === undefined || /^y/i.test(await ask(`${against} Keep it all the same? yes or no [no]: `)))
      return answer;
    said = '';
  }
}

/**
 * Adds missing answers to `kept`: from the terminal if there is one, else the defaults. Throws with the options that
 * are missing.
 */
export async function completeAnswers<Key extends string>(
  command: string,
  questions: readonly Question<Key>[],
  given: Answers<Key>,
  ask: Ask | undefined,
  kept: Partial<Record<Key, string>> = {},
): Promise<Record<Key, string>> {
  const missing: string[] = [];
  const asked: number[] = [];
  // Answers from before the user went back, which Enter repeats.
  const earlier: Partial<Record<Key, string>> = {};
  for (let at = 0; at < questions.length; at += 1) {
    const question = questions[at] as Question<Key>;
    const { key, usual, problem } = question;
    const flag = optionNamed(question);
    if (question.asked !== undefined && !question.asked(kept)) {
      kept[key] = '';
      continue;
    }
    const flagged = given[key]?.trim() || undefined;
    let answer = flagged;
    if (flagged === undefined && ask !== undefined) {
      answer = await askFor(question, earlier[key] ?? question.offered?.(kept) ?? usual, kept, ask);
      if (answer === backWord) {
        at = (asked.pop() ?? at) - 1;
        continue;
      }
      asked.push(at);
      earlier[key] = answer;
    }
    const settled = answer === undefined || answer === '' ? usual : answer;
    // In the terminal the problem was already shown.
    const unheard = ask === undefined ? settled : flagged;
    const wrong = unheard === undefined ? undefined : problem?.(unheard, kept);
    if (wrong !== undefined) throw new ConfigurationError(`${flag}: ${wrong}`);
    if (settled === undefined) missing.push(flag);
    else kept[key] = settled;
  }
  if (missing.length > 0)
    throw new ConfigurationError(
      `${command} needs ${missing.join(', ')} when there is no terminal to ask on; add --help for an example.`,
    );
  return kept as Record<Key, string>;
}
