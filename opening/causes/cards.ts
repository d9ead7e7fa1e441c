import { given } from '../../schemas/given.ts';
import { expiredWords } from '../../targets/expired-cards.ts';
import { reasonWords, statusOf } from '../answer-words.ts';
import type { Case, Suspicion } from '../case.ts';

/** Tells whether a refusal is one of a payment that got as far as its card: a service that fails refuses none. */
function isPayment({ operation, main }: Case): boolean {
  return operation === 'direct-payment' && (statusOf(main) ?? 500) < 500;
}

const words = /\bcard|\bpan\b|issuer|declin|do not honou?r|expir|cvv|security_code/i;

/** The card of the target is not taken. */
export const cards: Suspicion = {
  kind: 'cards',
  async explain(one) {
    if (!isPayment(one) || !words.test(reasonWords(one.main))) return undefined;
    const twin = await one.twin('card');
    const taken = twin?.judgement.outcome === 'accepted';
    const comparedWith =
      twin === undefined
        ? undefined
        : `the same payment with another card is ${taken ? 'accepted' : 'not accepted either'}`;
    const outcomes = one.target.cards.map(({ outcome = 'approve' }) => outcome);
    if (outcomes.length > 0 && !outcomes.includes('approve'))
      return {
        key: 'cards',
        says: 'the card is not taken: no card of the target file has the outcome "approve"',
        advice:
          'Add to "cards" a test card whose payments the service approves; what needs a payment is not tested without one.',
      };
    const expired = expiredWords(one.target.cards, new Date());
    const says = taken ? 'one card is taken, another is not' : 'the card is not taken';
    return {
      key: 'cards',
      says: expired === undefined ? says : `${says}: ${expired}`,
      ...given({ comparedWith }),
      advice: 'Name under "cards" only test cards that the operator of the service gave you.',
    };
  },
};
