import { allOf, reshaping } from '../../manner.ts';
import { textOf } from '../../operations/request-member.ts';
import type { About } from '../../reply.ts';
import { type Habit, isPayment, objecting, remember } from '../habit.ts';

function nameOf({ request }: About): string {
  const part = (name: string) => textOf(request, name);
  return `used ${JSON.stringify([part('merchant_id'), part('account_id'), part('order_no')])}`;
}

/** Order numbers are short and plain. */
export function orderNumbersOf(longest: number, alphabet: RegExp, words: string): Habit {
  const fits = new RegExp(`^(?:${alphabet.source}){1,${longest}}$`);
  return {
    insists: `An order_no has at most ${longest} characters, ${words}.`,
    because: '2.14: length limits and format rules are not shown.',
    change: objecting((about) =>
      isPayment(about) && !fits.test(textOf(about.request, 'order_no'))
        ? `order_no is not 1 to ${longest} ${words}`
        : undefined,
    ),
  };
}

/** An order number is taken once; what was refused did not use it up. */
export const orderNumbersOnce: Habit = {
  insists: 'An order_no is taken once for an account; a second payment under it is refused.',
  because: "2.1: it is the merchant's order number, and 2.14 shows no rule for it.",
  change: allOf(
    objecting((about) =>
      isPayment(about) && about.memo.has(nameOf(about)) ? 'order_no was used before' : undefined,
    ),
    reshaping((reply, about) => {
      if (reply.accepted && isPayment(about)) remember(about.memo, nameOf(about), 1);
      return reply;
    }),
  ),
};
