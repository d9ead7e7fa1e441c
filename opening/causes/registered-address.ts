import { reasonWords, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';
import { isSameAnswer } from '../same-answer.ts';

const words = /\bip\b|address\W.*(?:regist|allow|permit)|regist\w* address|white-?list|allow-?list/i;

/** Only the query needs addresses that the service knows (4.4, 5.4). */
export const registeredAddress: Suspicion = {
  kind: 'registered-address',
  async explain({ operation, main, accepted, twin }) {
    if (operation !== 'query') return undefined;
    const told = words.test(reasonWords(main));
    const alone = accepted.size > 0 && (statusOf(main) === 401 || statusOf(main) === 403);
    if (!told && !alone) return undefined;
    // Whoever looks at the signature first tells the two twins apart, and then words decide nothing.
    const [signature, merchant] = accepted.size > 0 ? [] : [await twin('signature'), await twin('merchant')];
    if (isSameAnswer(main, signature) !== isSameAnswer(main, merchant)) return undefined;
    return {
      says: 'the query is refused: the address of this machine is not registered with the service (4.4)',
      advice:
        'Have the address from which you call registered, or run from one that is; or set capabilities.query to false.',
      key: 'capabilities.query',
    };
  },
};
