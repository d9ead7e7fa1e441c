import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { answeredWords } from '../answer-words.ts';
import { idsSince } from '../ask.ts';
import { culpritsAmong } from './culprits.ts';
import type { Learner } from './learner.ts';
import { leaveOut, leavesOf } from './leave-out.ts';

/** Requests that say themselves what is paid: their fields may be left out one by one. */
export const learnedPayments = ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const;

/** Fields without which it would be another request, so that nothing is learned from leaving them out. */
const essential = new Set([
  'merchant_id',
  'account_id',
  'encryption_data',
  'order_no',
  'currency',
  'amount',
  'card',
  'expiration_month',
  'expiration_year',
  'security_code',
  'request_id',
  'payment_method',
  'payment_amount',
  'payment_currency',
  'source_amount',
  'source_currency',
]);

/**
 * Learns which documented fields a service requires: they are left out of an accepted request in groups, then halved.
 * Returns them; what another operation required is suspected, and tried one by one.
 */
export async function learnRequired(
  learner: Learner,
  operation: DocumentedOperationId,
  body: JsonObject,
  suspects: readonly string[],
): Promise<readonly string[]> {
  const { asker, learned } = learner;
  const before = asker.exchanges.length;
  const candidates = leavesOf(body).filter((path) => !essential.has(path));
  const without = (paths: readonly string[]) => leaveOut(body, new Set(paths));
  const required = await culpritsAmong(
    candidates,
    (paths) => learner.passes(operation, without(paths), { caseName: `without ${paths.length} fields` }),
    suspects,
  );
  const optional = candidates.filter((path) => !required.includes(path));
  // Where fields depend on each other, what was found one by one need not hold together.
  const holds =
    required.length === 0 ||
    (await learner.passes(operation, without(optional), { caseName: 'with the required fields alone' }));
  const [first] = required;
  const refusal =
    first === undefined || !holds
      ? undefined
      : await learner.send(operation, without([first]), { caseName: `without ${first}` });
  learner.answered('a required field left out', refusal);
  learned.push({
    clause: '2.14/required-request-fields',
    operation,
    subject: 'required fields',
    value: required.length === 0 ? 'none' : required.join(', '),
    says: saysOf(required, optional.length, holds),
    ...(refusal === undefined ? {} : { answered: answeredWords(refusal) }),
    exchanges: idsSince(asker, before),
  });
  return required;
}

function saysOf(required: readonly string[], optional: number, holds: boolean): string {
  if (required.length === 0) return `none of ${optional} further fields is required`;
  const also = holds ? '' : '; what else it wants depends on fields that belong together';
  return `${required.length} further fields are required, ${optional} are not${also}`;
}
