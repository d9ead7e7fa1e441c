import { isIP } from 'node:net';
import { table } from '../../../schemas/table.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { textOf } from '../../operations/request-member.ts';
import { type Habit, isPayment, objecting } from '../habit.ts';

/** Payments name all of these fields, none of them empty. */
export function demandsFields(names: readonly string[]): Habit {
  return {
    insists: `Every payment names ${names.length} fields, none of them empty: ${names.join(', ')}.`,
    because: '2.14: which fields are required is not shown.',
    change: objecting((about) => {
      const missing = isPayment(about)
        ? names.filter((name) => textOf(about.request, name).trim() === '')
        : [];
      return missing.length === 0 ? undefined : `missing or empty: ${missing.join(', ')}`;
    }, 'incomplete'),
  };
}

const rules: Readonly<Record<string, (text: string) => boolean>> = table({
  shopper_email: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
  shopper_ip: (text) => isIP(text) !== 0,
  shopper_phone: (text) => /^\+?[0-9][0-9 ()-]{5,19}$/.test(text),
  birth_date: isBirthDate,
  billing_country: (text) => /^[A-Z]{2}$/.test(text),
  delivery_country: (text) => /^[A-Z]{2}$/.test(text),
  currency: (text) => Intl.supportedValuesOf('currency').includes(text),
});

// 2.2 says two digits, two digits, four digits; which of the two is the month is not shown, so either may be.
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

/** What a payment says of its payer has a form, and its totals add up. */
export const coherentPayer: Habit = {
  insists:
    'What is said of the payer has a form: an e-mail address with a domain, an IP address, a phone number, a date of birth that is one, countries of two letters; and item_total with its charges and discounts adds up to amount.',
  because:
    '2.14: format rules of fields beyond the stated ones are not shown; 2.2 says that amount is the total.',
  change: objecting((about) => {
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

/** Payments come from a shop that the acquirer knows. */
export function registeredWebsite(address: string): Habit {
  return {
    insists: `website is the registered address of the shop, ${address}.`,
    because: '2.2 says "merchant site", and 2.14 shows no values.',
    change: objecting((about) =>
      isPayment(about) && textOf(about.request, 'website') !== address
        ? 'website is not registered for this account'
        : undefined,
    ),
  };
}
