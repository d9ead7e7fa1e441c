import { isObject } from '../../schemas/json.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { LedgerFacts } from './entry.ts';
import type { Keepable } from './keepable.ts';

/** A request that is no batch, with the members of its answer. */
export interface AnsweredPayment {
  readonly operation: DocumentedOperationId;
  readonly sent: JsonObject;
  readonly answer: JsonObject;
  readonly certain: boolean;
  readonly keepable: Keepable;
}

/** What tells whose an answer is; a payment has to name its order, because somebody else's would be undone for it. */
const identities = ['merchant_id', 'account_id', 'order_no', 'request_id'] as const;

/** What an answer adds to the facts that were sent: the identifiers of the service, or why they are not believed. */
export function readPayment(payment: AnsweredPayment): Partial<LedgerFacts> {
  const { operation, answer, certain, keepable } = payment;
  if (!certain) return {};
  const doubt = whyForeign(payment);
  const { transaction_id } = answer;
  if (typeof transaction_id !== 'string' || transaction_id === '')
    return doubt === undefined ? {} : { undo: [], doubt };
  if (!keepable(transaction_id)) {
    const why = 'its transaction_id holds a secret or a card number, or is too long, and is not kept';
    return { undo: [], doubt: doubt ?? why };
  }
  if (doubt !== undefined) return { transaction_id, undo: [], doubt };
  return { transaction_id, ...(operation === 'direct-payment' ? subscriptionOf(payment) : {}) };
}

function whyForeign({ operation, sent, answer }: AnsweredPayment): string | undefined {
  if (operation === 'cancel-subscription')
    return answer.recurring_id === sent.recurring_id ? undefined : 'the answer names another recurring_id';
  if (operation === 'direct-payment' && sent.order_no !== undefined && !answer.order_no)
    return 'the answer does not name the order_no that was sent';
  const other = identities.find(
    (name) => typeof answer[name] === 'string' && answer[name] !== '' && answer[name] !== sent[name],
  );
  return other === undefined ? undefined : `the answer names another ${other} than the one that was sent`;
}

// A subscription that nobody asked for is somebody else's.
function subscriptionOf({ sent, answer, keepable }: AnsweredPayment): Partial<LedgerFacts> {
  const { subscription } = sent;
  const { recurring_id, contract_name } = answer;
  if (!isObject(subscription) || typeof recurring_id !== 'string' || recurring_id === '') return {};
  const asked = subscription.contract_name;
  const answered = typeof contract_name === 'string' && contract_name !== '' ? contract_name : asked;
  if (!keepable(recurring_id) || typeof asked !== 'string' || answered !== asked) return {};
  return { recurring_id, contract_name: asked, undo: ['cancel', 'refund', 'cancel-subscription'] };
}
