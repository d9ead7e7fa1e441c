import type { JsonObject } from '../../../schemas/types.ts';
import type { Change } from '../../manner.ts';
import { textOf } from '../../operations/request-member.ts';
import type { Problem } from '../../refusal.ts';
import type { Habit } from '../habit.ts';

/** Declines payments or payouts for reasons of the acquirer's own. */
export function declining(
  why: (request: JsonObject) => Problem | undefined,
  what: 'direct-payment' | 'payout',
): Change {
  return (manner) => {
    const { decline } = manner.decide;
    return {
      ...manner,
      decide: {
        ...manner.decide,
        decline(request, found) {
          const isPayout = 'request_id' in request && !('order_no' in request);
          const own = isPayout === (what === 'payout') ? why(request) : undefined;
          return decline(request, found) ?? own;
        },
      },
    };
  };
}

/** What a card of the operator stands for. */
export interface OperatorCard {
  readonly card: string;
  /** Absent for a card that is approved. */
  readonly declined?: Problem;
}

/** Only the operator's own test cards have an issuer; some of them decline. */
export function operatorCards(cards: readonly OperatorCard[]): Habit {
  const byNumber = new Map(cards.map((one) => [one.card, one]));
  const declined = cards.flatMap((one) => (one.declined === undefined ? [] : [one.declined]));
  return {
    insists: `Only the ${cards.length} test cards of the operator are known; ${declined.length} of them decline, with the codes ${declined.map(({ code }) => code).join(', ')}. Any other number is declined with 2150.`,
    because: '7.3 and 7.7: result_info carries four digits, and their meaning is not shown.',
    change: declining((request) => {
      const number = textOf(request, 'card');
      if (number === '') return undefined;
      const known = byNumber.get(number);
      return known === undefined ? { code: '2150', text: 'the card has no issuer here' } : known.declined;
    }, 'direct-payment'),
  };
}
