import type { Change } from '../../manner.ts';
import type { Problem, RefusalKind } from '../../refusal.ts';
import type { Habit } from '../habit.ts';

/** The texts of one language. */
export interface Language {
  /** Name of the language in English. */
  readonly name: string;
  readonly refusals: Readonly<Record<RefusalKind, string>>;
  /** Texts of problems by their code. */
  readonly problems: Readonly<Record<string, string>>;
  /** Text of every other problem. */
  readonly otherwise: string;
  /** Result of an approved payment, after the code 0000. */
  readonly approved: string;
}

function speaking({ refusals, problems, otherwise, approved }: Language): Change {
  const translated = (problem: Problem | undefined): Problem | undefined =>
    problem === undefined ? undefined : { ...problem, text: problems[problem.code] ?? otherwise };
  return (manner) => {
    const { entryProblem, decline } = manner.decide;
    return {
      ...manner,
      words: { ...manner.words, order: { ...manner.words.order, result: `0000:${approved}` } },
      refuse: (refusal, about) => manner.refuse({ ...refusal, text: refusals[refusal.kind] }, about),
      decide: {
        ...manner.decide,
        entryProblem: (operation, found, subject) => translated(entryProblem(operation, found, subject)),
        decline: (request, found) => translated(decline(request, found)),
      },
    };
  };
}

/** Texts for people are in another language; it comes last, so that it also translates what other habits say. */
export function speaks(language: Language): Habit {
  return {
    insists: `Texts for people are in ${language.name}.`,
    because: '7.7: messages are not shown; only OK of a call that succeeded is (7.1).',
    change: speaking(language),
  };
}
