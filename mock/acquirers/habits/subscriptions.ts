import { listOf } from '../../../schemas/json.ts';
import { operationOf } from '../../../schemas/operations.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { objectOf, textOf } from '../../operations/request-member.ts';
import { type Habit, isPayment, objecting } from '../habit.ts';

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
