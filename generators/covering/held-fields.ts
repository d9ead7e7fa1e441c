import { coreMembersOf } from '../../schemas/contract.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';

const cardFields = ['card', 'expiration_month', 'expiration_year', 'security_code'];
const words = {
  party: 'it names the merchant of the run',
  card: 'only the test cards of the target are sent',
  fixed: 'the target file says its value',
  listener: 'the target file says where notices and shoppers go',
  method: 'a payment is made by a method that works',
} as const;

/** Returns why the target file or the run fixes the value of a field; undefined for a field that may have any value. */
export function whyFixed(
  operation: DocumentedOperationId,
  context: MakeContext,
): (field: string) => string | undefined {
  const { fixed, apmMethods = [], payouts = [], subscription = {}, notifyUrl, returnUrl } = context;
  const ways = operation === 'apm-payment' ? apmMethods : operation === 'payout' ? payouts : [];
  const known = new Set([
    ...Object.keys(fixed?.[operation] ?? {}),
    ...ways.flatMap((way) => Object.keys(way)),
    ...Object.keys(subscription).map((name) => `subscription.${name}`),
  ]);
  const isKnown = (field: string) =>
    [...known].some((name) => name === field || name.startsWith(`${field}.`) || field.startsWith(`${name}.`));
  return (field) => {
    if (field === 'merchant_id' || field === 'account_id') return words.party;
    if (cardFields.includes(field)) return words.card;
    if (isKnown(field)) return words.fixed;
    if (field === 'payment_method' && operation === 'apm-payment') return words.method;
    if (field === 'notify_url' && notifyUrl !== undefined) return words.listener;
    return field === 'return_url' && returnUrl !== undefined ? words.listener : undefined;
  };
}

/** True if a request of the operation is incomplete without the field; the document does not show what happens then. */
export function isCore(operation: DocumentedOperationId, field: string): boolean {
  return coreMembersOf(operation).includes(field);
}
