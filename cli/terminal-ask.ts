import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { onScreen } from '../reports/terminal/on-screen.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Puts one question to somebody; an empty answer takes what is usual. */
export type Ask = (text: string) => Promise<string>;

/** A question as it fits the terminal, with a blank before its answer. */
function inColumns(question: string): string {
  return `${onScreen(question.split('\n')).join('\n').trimEnd()} `;
}

/** Asks in the terminal for a command; undefined where there is none to ask in. */
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

/** Answers by their key, as options or a person gave them. */
export type Answers<Key extends string> = { readonly [Name in Key]?: string | undefined };

/** One question: its option, what it asks, what applies when nothing is answered, when it is asked, and what is wrong with an answer. */
export interface Question<Key extends string> {
  readonly key: Key;
  /** As the help shows it: `--name <text>`. */
  readonly flags: string;
  readonly text: string;
  /** Empty where nothing need be said; without it the question needs an answer. */
  readonly usual?: string;
  /** What is in brackets where `usual` is empty. */
  readonly nothing?: string;
  /** What Enter takes where a person is asked, instead of `usual`. */
  readonly offered?: (so: Answers<Key>) => string | undefined;
  readonly asked?: (so: Answers<Key>) => boolean;
  /** What is wrong with an answer, in a sentence; undefined for a good one. */
  readonly problem?: ((answer: string, so: Answers<Key>) => string | undefined) | undefined;
  /** What speaks against an answer that may still be right; it is asked once whether to keep it. */
  readonly doubt?: (answer: string) => Promise<string | undefined>;
}

/** The name of the option that answers a question, as in `--name`. */
export function optionNamed({ flags }: Pick<Question<string>, 'flags'>): string {
  return flags.replace(/ .*/, '');
}

/** Gives a command an option for each question; its help asks in the same words, with others before them. */
export function addAnswerOptions(
  command: Command,
  questions: readonly Question<string>[],
  before = '',
): void {
  for (const { flags, text } of questions)
    command.option(flags, `${before}${text[0]?.toLowerCase()}${text.slice(1)}`);
}

/** Empty answers in a row to a question that needs one, after which nobody seems to be there. */
const mostEmpty = 3;

/** The word that goes back to the question before. */
export const backWord = 'back';

// A wrong answer is said at once, and asked again.
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
 * Completes what options say, in `kept`: by asking where a person answers, else by what is usual; throws naming the options
 * that are missing.
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
  // What was answered before the user went back, which Enter takes again.
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
    // Whoever was asked heard of it already.
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
