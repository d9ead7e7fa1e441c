import { isIP } from 'node:net';
import { listOf, objectOf, valueAt } from '../../../schemas/json.ts';
import { operationOf } from '../../../schemas/operations.ts';
import { table } from '../../../schemas/table.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { allOf, type Change, deciding } from '../../behaviour.ts';
import { compareAmounts } from '../../money.ts';
import { type About, type Problem, type Refusal, refusal, textOf } from '../../reply.ts';
import type { Habit } from '../acquirer.ts';

/** Refuses calls for a reason of the acquirer; `why` returns the reason, or undefined to accept the call. */
export function refusingCalls(
  why: (about: About) => string | undefined,
  kind: Refusal['kind'] = 'terms',
): Change {
  return deciding(({ objection }) => ({
    objection(about) {
      const before = objection(about);
      const text = before === undefined ? why(about) : undefined;
      return text === undefined ? before : refusal(kind, text, about.request);
    },
  }));
}

/** True if the operation is one of the three payments. */
export function isPayment({ operation }: About): boolean {
  return operationOf(operation).family === 'payment';
}

/** Declines payments or payouts for a reason of the acquirer. */
function declining(
  why: (request: JsonObject) => Problem | undefined,
  what: 'direct-payment' | 'payout',
): Change {
  return deciding(({ decline }) => ({
    decline(request, found) {
      const isPayout = 'request_id' in request && !('order_no' in request);
      return decline(request, found) ?? (isPayout === (what === 'payout') ? why(request) : undefined);
    },
  }));
}

/** A test card of the operator, and its outcome. */
interface OperatorCard {
  readonly card: string;
  /** Absent if the card is approved. */
  readonly declined?: Problem;
}

/** Only the test cards of the operator are known; some of them decline. */
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

/** The alternative payment methods of the account, each with the fields that it requires. */
export function takesMethods(methods: Readonly<Record<string, readonly string[]>>): Habit {
  const words = Object.entries(methods).map(([name, fields]) => `${name} (needs ${fields.join(', ')})`);
  return {
    insists: `APM payments use ${words.join(' or ')}; another method is not found (404), a missing field is invalid input (400).`,
    because: '2.14: values of payment_method and required fields are not shown; 4.2 names the two statuses.',
    change: allOf(
      refusingCalls(({ operation, request }) => {
        const known = Object.hasOwn(methods, textOf(request, 'payment_method'));
        return operation === 'apm-payment' && !known ? 'the account has no such payment_method' : undefined;
      }, 'unknown'),
      refusingCalls(({ operation, request }) => {
        const fields = operation === 'apm-payment' ? (methods[textOf(request, 'payment_method')] ?? []) : [];
        const missing = fields.filter((path) => lacks(request, path));
        return missing.length === 0 ? undefined : `the method needs ${missing.join(', ')}`;
      }, 'incomplete'),
    ),
  };
}

/** A combination of currencies, method and country in which payouts are possible. */
interface Corridor {
  readonly payment_currency: string;
  readonly source_currency: string;
  readonly payment_method: string;
  /** Two-letter country code. */
  readonly country: string;
  /** Dotted paths of further required fields. */
  readonly needs: readonly string[];
}

/** Payouts are possible only in these corridors; all others fail with a reason. */
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

/** Payments are accepted only in these currencies, each with its range of amounts. */
export function takesAmounts(ranges: Readonly<Record<string, AmountRange>>): Habit {
  const words = Object.entries(ranges).map(
    ([currency, { smallest, largest }]) => `${currency} from ${smallest} to ${largest}`,
  );
  return {
    insists: `The account takes ${words.join(', ')}; other currencies and amounts are refused.`,
    because: 'Section 8: maximum amounts are not shown; 2.14: values of currency are not shown.',
    change: refusingCalls((about) => {
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

/** A subscription is accepted only with these terms. */
export function takesTerms(terms: Readonly<Record<string, string | number>>): Habit {
  const words = Object.entries(terms).map(([name, value]) => `${name} ${value}`);
  return {
    insists: `A subscription has the terms that were agreed: ${words.join(', ')}; other terms are refused.`,
    because: '2.4 and 2.14: which members are required and which values they take is not shown.',
    change: refusingCalls((about) => {
      if (!isPayment(about) || about.request.subscription === undefined) return undefined;
      const asked = objectOf(about.request.subscription);
      const odd = Object.entries(terms).find(([name, value]) => asked[name] !== value);
      return odd === undefined ? undefined : `subscription.${odd[0]} is not as agreed`;
    }),
  };
}

/** A subscription cancellation must contain `contract_name`. */
export const cancelsByContract: Habit = {
  insists: 'A subscription cancellation names its contract_name as well as its recurring_id.',
  because: '2.12 lists both fields, and 2.14 does not show which are required.',
  change: refusingCalls(
    ({ operation, request }) =>
      operation === 'cancel-subscription' && textOf(request, 'contract_name') === ''
        ? 'contract_name is missing'
        : undefined,
    'incomplete',
  ),
};

/** A batch must not contain the same order twice. */
export const entriesOnce: Habit = {
  insists: 'A batch may name a transaction once; otherwise all of it is refused.',
  because: '1.3 speaks of one result entry per order; nothing says that an order may be named twice.',
  change: refusingCalls(({ operation, request }) => {
    const { batch } = operationOf(operation);
    if (batch === undefined) return undefined;
    const ids = listOf(request[batch.field]).map((entry) => textOf(entry as JsonObject, 'transaction_id'));
    return new Set(ids).size === ids.length ? undefined : 'a transaction_id is named twice';
  }),
};

const payerFields = [
  'item_total',
  'shipping',
  'tax_total',
  'website',
  'items',
  'shopper_id',
  'shopper_email',
  'shopper_ip',
  'shopper_phone',
  'first_name',
  'last_name',
  'document',
  'birth_date',
  'billing_country',
  'billing_state',
  'billing_city',
  'billing_address',
  'billing_postal_code',
  'os',
  'browser',
  'browser_lang',
  'time_zone',
  'resolution',
  'delivery_firstname',
  'delivery_lastname',
  'delivery_country',
  'delivery_city',
  'delivery_address',
  'delivery_postal_code',
  'device_fingerprint',
];

/** Payments must contain all fields about the payer, each with a value. */
export const demandsPayer: Habit = {
  insists: `Every payment names ${payerFields.length} fields, none of them empty: ${payerFields.join(', ')}.`,
  because: '2.14: which fields are required is not shown.',
  change: refusingCalls((about) => {
    const missing = isPayment(about)
      ? payerFields.filter((name) => textOf(about.request, name).trim() === '')
      : [];
    return missing.length === 0 ? undefined : `missing or empty: ${missing.join(', ')}`;
  }, 'incomplete'),
};

const rules: Readonly<Record<string, (text: string) => boolean>> = table({
  shopper_email: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
  shopper_ip: (text) => isIP(text) !== 0,
  shopper_phone: (text) => /^\+?[0-9][0-9 ()-]{5,19}$/.test(text),
  birth_date: isBirthDate,
  billing_country: (text) => /^[A-Z]{2}$/.test(text),
  delivery_country: (text) => /^[A-Z]{2}$/.test(text),
  currency: (text) => Intl.supportedValuesOf('currency').includes(text),
});

// 2.2 shows two digits, two digits, four digits. It does not say which pair is the month, so both orders are accepted.
function isBirthDate(text: string): boolean {
  const [, first = 0, second = 0, year = 0] = (/^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []).map(Number);
  return (
    Math.min(first, second) >= 1 &&
    Math.min(first, second) <= 12 &&
    Math.max(first, second) <= 31 &&
    year > 1900
  );
}

function cents(request: JsonObject, name: string): bigint {
  const text = textOf(request, name);
  return /^[0-9]{1,30}\.[0-9]{2}$/.test(text) ? BigInt(text.replace('.', '')) : 0n;
}

function addsUp(request: JsonObject): boolean {
  if (textOf(request, 'item_total') === '') return true;
  const sum = (...names: string[]) => names.reduce((all, name) => all + cents(request, name), 0n);
  const charged = sum('item_total', 'shipping', 'handling', 'tax_total', 'insurance');
  return charged - sum('shipping_discount', 'discount') === cents(request, 'amount');
}

/** Data about the payer must have a valid form, and the totals must add up to `amount`. */
export const coherentPayer: Habit = {
  insists:
    'Payer data has the right form: an e-mail address with a domain, an IP address, a phone number, a real date of birth, countries of two letters; item_total with its charges and discounts adds up to amount.',
  because:
    '2.14: format rules of fields beyond the stated ones are not shown; 2.2 says that amount is the total.',
  change: refusingCalls((about) => {
    if (!isPayment(about)) return undefined;
    const odd = Object.entries(rules).find(([name, fits]) => {
      const text = textOf(about.request, name);
      return text !== '' && !fits(text);
    });
    if (odd !== undefined) return `${odd[0]} has no valid form`;
    return addsUp(about.request)
      ? undefined
      : 'item_total, its charges and discounts do not add up to amount';
  }),
};

/** `website` must be the registered address of the shop. */
export function registeredWebsite(address: string): Habit {
  return {
    insists: `website is the registered address of the shop, ${address}.`,
    because: '2.2 says "merchant site", and 2.14 shows no values.',
    change: refusingCalls((about) =>
      isPayment(about) && textOf(about.request, 'website') !== address
        ? 'website is not registered for this account'
        : undefined,
    ),
  };
}
