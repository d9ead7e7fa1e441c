import { isBatch } from '../../schemas/operations.ts';
import { reasonWords } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';
import { isSameAnswer } from '../same-answer.ts';
import { speaksOfUnknown } from '../speaks-of-unknown.ts';

/** The service refuses a request about what it has just accepted as it refuses one about an order that nobody has. */
export const order: Suspicion = {
  kind: 'order',
  async explain({ operation, main, accepted, twin }) {
    const isAbout = isBatch(operation) || operation === 'cancel-subscription';
    if (!isAbout || !accepted.has('direct-payment')) return undefined;
    if (!speaksOfUnknown(reasonWords(main))) return undefined;
    if (!isSameAnswer(main, await twin('order'))) return undefined;
    const what = operation === 'cancel-subscription' ? 'the subscription' : 'the payment';
    return {
      says: `${operation} does not know ${what} that direct-payment has just accepted`,
      comparedWith: 'the same request about one that nobody has: answered in the same words',
      advice:
        'Several machines behind one address that do not share what they hold answer so, and a service whose payments become known later: ask the operator which it is.',
    };
  },
};
