import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { Ask } from '../terminal-ask.ts';
import { type Question, questions } from './questions.ts';
import type { GivenAnswers, InitAnswers } from './target-answers.ts';

/** What was answered before somebody stopped; the caller keeps it. */
export type KeptAnswers = Partial<Record<keyof InitAnswers, string>>;

/** The words of a command line that say again what was answered. */
export function answeredWords(kept: KeptAnswers): readonly string[] {
  return questions.flatMap(({ key, flag, usual }) => {
    const answer = kept[key];
    return answer === undefined || answer === '' || answer === usual ? [] : [flag, answer];
  });
}

/** Empty answers in a row to a question that needs one, after which nobody seems to be there. */
const mostEmpty = 3;

/** The word that goes back to the question before. */
export const backWord = 'back';

// A wrong answer is said at once, and asked again.
async function askFor(
  { text, problem, doubt }: Question,
  usual: string | undefined,
  so: KeptAnswers,
  ask: Ask,
): Promise<string> {
  const hint = usual === undefined ? '' : usual === '' ? ' [nothing]' : ` [${usual}]`;
  let empty = 0;
  for (let said = ''; ; ) {
    const answer = (await ask(`${said}${text}${hint}: `)).trim() || usual;
    if (answer === undefined) {
      empty += 1;
      if (empty === mostEmpty) return '';
      said = 'This one needs an answer; Ctrl-C stops, and what was answered is not lost.\n';
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

/** Completes the answers: by asking where somebody answers, else by what is usual; throws naming the flags that are missing. */
export async function completeAnswers(
  given: GivenAnswers,
  ask?: Ask,
  kept: KeptAnswers = {},
): Promise<InitAnswers> {
  const missing: string[] = [];
  const asked: number[] = [];
  // What was answered before somebody went back, which Enter takes again.
  const earlier: KeptAnswers = {};
  for (let at = 0; at < questions.length; at += 1) {
    const question = questions[at] as Question;
    const { key, flag, usual, problem } = question;
    if (question.asked !== undefined && !question.asked(kept)) {
      kept[key] = '';
      continue;
    }
    const flagged = given[key] === '' ? undefined : given[key];
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
  if (missing.length > 0) {
    throw new ConfigurationError(
      `init needs ${missing.join(', ')} where nobody can be asked; add --help for an example.`,
    );
  }
  return kept as InitAnswers;
}
