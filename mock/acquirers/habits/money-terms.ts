import { compareAmounts } from '../../money.ts';
import { textOf } from '../../operations/request-member.ts';
import { type Habit, isPayment, objecting } from '../habit.ts';

/** Smallest and largest amount of an order. */
export interface AmountRange {
  readonly smallest: string;
  readonly largest: string;
}

/** Payments come in these currencies, with amounts of these ranges. */
export function takesAmounts(ranges: Readonly<Record<string, AmountRange>>): Habit {
  const words = Object.entries(ranges).map(
    ([currency, { smallest, largest }]) => `${currency} from ${smallest} to ${largest}`,
  );
  return {
    insists: `The account takes ${words.join(', ')}; other currencies and amounts are refused.`,
    because: 'Section 8: maximum amounts are not shown; 2.14: values of currency are not shown.',
    change: objecting((about) => {
      if (!isPayment(about)) return undefined;
      const currency = textOf(about.request, 'currency');
      const range = Object.hasOwn(ranges, currency) ? ranges[currency] : undefined;
      if (range === undefined) return 'the account does not take this currency';
      const amount = textOf(about.request, 'amount');
      const isBelow = (compareAmounts(amount, range.smallest) ?? -1) < 0;
      const isAbove = (compareAmounts(amount, range.largest) ?? 1) > 0;
      return isBelow || isAbove ? 'the amount is outside the bounds of the account' : undefined;
    }),
  };
}
