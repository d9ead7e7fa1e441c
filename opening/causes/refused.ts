import { answeredWords, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';
import { isSameAnswer } from '../same-answer.ts';

/** What is left when nothing else explains it. */
export const refused: Suspicion = {
  kind: 'refused',
  explain({ operation, main, accepted, others }) {
    const status = statusOf(main) ?? 0;
    const key = `capabilities.${operation}`;
    if (status === 404 || status === 405 || status === 410)
      return {
        key,
        says: `${operation} is not there (${status}), while other operations are answered`,
        advice: `If the service does not offer it, set ${key} to false; otherwise its path is not the documented one.`,
      };
    if (status >= 500)
      return {
        says: `the service fails on a complete ${operation} (${status})`,
        advice: 'Look into the log of the service at the time of this exchange.',
      };
    const beside = accepted.size > 0 ? ', while other operations are accepted' : '';
    const unlike = others.filter(({ judged }) => !isSameAnswer(judged, main));
    const compared = unlike.map(({ how, judged }) => `${how}: ${answeredWords(judged)}`).join('; ');
    return {
      key,
      says: `a complete ${operation} is refused${beside}`,
      ...(compared === '' ? {} : { comparedWith: compared }),
      advice: `The words of the answer are all there is: ask the operator, or set ${key} to false if the account may not call it.`,
    };
  },
};
