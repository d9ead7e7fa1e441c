import { valueAt } from '../../../schemas/json.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { allOf } from '../../manner.ts';
import { textOf } from '../../operations/request-member.ts';
import type { Problem } from '../../refusal.ts';
import { type Habit, objecting } from '../habit.ts';
import { declining } from './cards.ts';

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
export interface Corridor {
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
