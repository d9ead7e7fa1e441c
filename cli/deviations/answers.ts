import { isDay } from '../../reports/deviations.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { Ask } from '../terminal-ask.ts';

/** What has to be said about a known deviation. */
export interface DeviationAnswers {
  readonly reason: string;
  readonly owner: string;
  /** Last day on which it counts, `YYYY-MM-DD`. */
  readonly expires: string;
}

function dayProblem(text: string, today: string): string | undefined {
  if (!isDay(text)) return `It is a day such as 2027-06-30, found "${text}".`;
  return text < today ? `It is the last day on which it counts, and ${text} is over.` : undefined;
}

const texts: Readonly<Record<keyof DeviationAnswers, string>> = {
  reason: 'Why it is accepted',
  owner: 'Who repairs it, or decides about it',
  expires: 'Last day on which it counts, YYYY-MM-DD',
};

/** Completes what options say by asking; `today` is `YYYY-MM-DD`. Where nobody answers, what is missing is named. */
export async function deviationAnswers(
  given: Partial<DeviationAnswers>,
  today: string,
  ask?: Ask,
): Promise<DeviationAnswers> {
  const keys = Object.keys(texts) as (keyof DeviationAnswers)[];
  const missing = keys.filter((key) => (given[key] ?? '').trim() === '');
  if (ask === undefined && missing.length > 0)
    throw new ConfigurationError(
      `deviations add needs ${missing.map((key) => `--${key}`).join(', ')} where nobody can be asked.`,
    );
  const answers = { ...given } as Record<keyof DeviationAnswers, string>;
  const problemOf = (key: keyof DeviationAnswers) =>
    key === 'expires' ? dayProblem(answers[key], today) : undefined;
  for (const key of keys) {
    if (!missing.includes(key)) {
      const problem = problemOf(key);
      if (problem !== undefined) throw new ConfigurationError(`--${key}: ${problem}`);
      continue;
    }
    if (ask === undefined) continue;
    let question = `${texts[key]}: `;
    do {
      answers[key] = (await ask(question)).trim();
      question = `${problemOf(key) ?? 'An answer is needed.'}\n${texts[key]}: `;
    } while (answers[key] === '' || problemOf(key) !== undefined);
  }
  return answers;
}
