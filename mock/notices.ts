import type { JsonObject } from '../schemas/types.ts';
import type { Manner } from './manner.ts';
import { textOf } from './reply.ts';
import type { Order } from './state/store.ts';

/** A result notification to send (6.1). */
export interface Notice {
  readonly url: string;
  readonly body: JsonObject;
}

// Section 6.3 shows neither content nor signature, and a reader of the notification is told so.
const mark = { remark: 'Content chosen by the embedded endpoint: the document does not show any.' };

function times(notice: Notice | undefined, manner: Manner): Notice[] {
  return notice === undefined ? [] : Array.from({ length: manner.decide.notices }, () => notice);
}

/** The notifications about a payment: none without `notify_url`. */
export function noticeOf(order: Order, manner: Manner): Notice[] {
  const {
    notify_url: url,
    merchant_id,
    account_id,
    order_no,
    transaction_id,
    amount,
    currency,
    stage,
  } = order;
  if (url === undefined) return [];
  const body = {
    merchant_id,
    account_id,
    order_no,
    transaction_id,
    amount,
    currency,
    result: stage,
    ...mark,
  };
  return times({ url, body }, manner);
}

/** The notifications about a payout: none without `notify_url`. */
export function noticeOfPayout(request: JsonObject, result: JsonObject, manner: Manner): Notice[] {
  const url = textOf(request, 'notify_url');
  if (url === '') return [];
  const { merchant_id = '', account_id = '', request_id = '', transaction_id = '', status = '' } = result;
  return times(
    { url, body: { merchant_id, account_id, request_id, transaction_id, result: status, ...mark } },
    manner,
  );
}
