import { listOf, valueAt } from '../../../schemas/json.ts';
import { operationOf } from '../../../schemas/operations.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { allOf, type Change } from '../../manner.ts';
import { compareAmounts } from '../../money.ts';
import { objectOf, textOf } from '../../operations/request-member.ts';
import type { Problem } from '../../refusal.ts';
import { type Habit, isPayment, objecting } from '../habit.ts';

/** Declines payments or payouts for reasons of the acquirer's own. */
function declining(
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
interface OperatorCard {
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

function lacks(request: JsonObject, path: string): boolean {
  const value = valueAt(request, path.split('.'));
  return value === undefined || value === '';
}

/** Alternative methods that the account has, each with the fields that it needs. */
export function takesMethods(methods: Readonly<Record<string, readonly string[]>>): Habit {
  const words = Object.entries(methods).map(([name, fields]) => `${name} (needs ${fields.join(', ')})`);
  return {
    insists: `APM payments use ${words.join(' or ')}; another method is not found (404), a missing field is invalid input (400).`,
    because: '2.14: values of payment_method and required fields are not shown; 4.2 names the two statuses.',
    change: allOf(
      objecting(({ operation, request }) => {
        const known = Object.hasOwn(methods, textOf(request, 'payment_method'));
        return operation === 'apm-payment' && !known ? 'the account has no such payment_method' : undefined;
      }, 'unknown'),
      objecting(({ operation, request }) => {
        const fields = operation === 'apm-payment' ? (methods[textOf(request, 'payment_method')] ?? []) : [];
        const missing = fields.filter((path) => lacks(request, path));
        return missing.length === 0 ? undefined : `the method needs ${missing.join(', ')}`;
      }, 'incomplete'),
    ),
  };
}

/** A way that money can be paid out. */
interface Corridor {
  readonly payment_currency: string;
  readonly source_currency: string;
  readonly payment_method: string;
  /** Two letters. */
  readonly country: string;
  /** Dotted paths of fields that it needs besides. */
  readonly needs: readonly string[];
}

/** Payouts go to these countries by these methods; others fail with a reason. */
export function paysOutThrough(corridors: readonly Corridor[]): Habit {
  const words = corridors.map(
    ({ source_currency, payment_currency, payment_method, country, needs }) =>
      `${source_currency} to ${payment_currency} in ${country} by ${payment_method} (needs ${needs.join(', ')})`,
  );
  return {
    insists: `Payouts go from ${words.join('; ')}. Any other payout fails with failure_reason and failure_type.`,
    because: '2.14: values of currencies and methods are not shown; 7.5 names the two fields of a failure.',
    change: declining((request) => corridorProblem(request, corridors), 'payout'),
  };
}

function corridorProblem(request: JsonObject, corridors: readonly Corridor[]): Problem | undefined {
  const country = valueAt(request, ['beneficiary', 'address', 'country_code']);
  const corridor = corridors.find(
    (one) =>
      one.country === country &&
      (['payment_currency', 'source_currency', 'payment_method'] as const).every(
        (name) => one[name] === textOf(request, name),
      ),
  );
  if (corridor === undefined) return { code: '2301', text: 'there is no corridor for this payout' };
  const missing = corridor.needs.filter((path) => lacks(request, path));
  return missing.length === 0
    ? undefined
    : { code: '2302', text: `the corridor needs ${missing.join(', ')}` };
}

/** Smallest and largest amount of an order. */
interface AmountRange {
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

/** Subscriptions have these terms, and no others. */
export function takesTerms(terms: Readonly<Record<string, string | number>>): Habit {
  const words = Object.entries(terms).map(([name, value]) => `${name} ${value}`);
  return {
    insists: `A subscription has the terms that were agreed: ${words.join(', ')}; other terms are refused.`,
    because: '2.4 and 2.14: which members are required and which values they take is not shown.',
    change: objecting((about) => {
      if (!isPayment(about) || about.request.subscription === undefined) return undefined;
      const asked = objectOf(about.request, 'subscription');
      const odd = Object.entries(terms).find(([name, value]) => asked[name] !== value);
      return odd === undefined ? undefined : `subscription.${odd[0]} is not as agreed`;
    }),
  };
}

/** A cancellation names the contract. */
export const cancelsByContract: Habit = {
  insists: 'A subscription cancellation names its contract_name as well as its recurring_id.',
  because: '2.12 lists both fields, and 2.14 does not show which are required.',
  change: objecting(
    ({ operation, request }) =>
      operation === 'cancel-subscription' && textOf(request, 'contract_name') === ''
        ? 'contract_name is missing'
        : undefined,
    'incomplete',
  ),
};

/** An order stands in a batch once. */
export const entriesOnce: Habit = {
  insists: 'A transaction stands in a batch once; a batch that names one twice is refused as a whole.',
  because: '1.3 speaks of one result entry per order; nothing says that an order may stand there twice.',
  change: objecting(({ operation, request }) => {
    const { batch } = operationOf(operation);
    if (batch === undefined) return undefined;
    const ids = listOf(request[batch.field]).map((entry) => textOf(entry as JsonObject, 'transaction_id'));
    return new Set(ids).size === ids.length ? undefined : 'a transaction_id stands there twice';
  }),
};
