import type { JsonObject } from '../../schemas/types.ts';
import type { Words } from '../behaviour.ts';
import { daysAfter, identifierFrom, writeDate, writeDigits } from '../derive.ts';
import type { Reply } from '../reply.ts';
import { newest, type Order, type Refund } from '../state/store.ts';
import { answered, callerAccount, echoSignature, type HandlerContext, party } from './handler-context.ts';

/** Lists the newest payments of the account, newest first (4.4); the selection is a choice of the endpoint. */
export function query(request: JsonObject, context: HandlerContext): Reply {
  const { decide, words } = context.behaviour;
  const most = decide.mostListed('query');
  const orders = newest(callerAccount(context, request).latest, most);
  const [return_status, return_message] = words.call.done;
  return answered({
    ...party(request),
    return_status,
    return_message,
    encryption_data: echoSignature(request),
    orders_list: orders.map((order) => recordOf(order, words)),
  });
}

/** The `payment_status` of an order; the document does not show the meaning of its values (3). */
function paymentStatus(order: Order, words: Words): string {
  if (order.cancelled) return words.payment.cancelled;
  if (order.refunds > 0) return words.payment.refunded;
  return words.payment[order.stage];
}

/** The record of an order in a query answer. */
export function recordOf(order: Order, words: Words): JsonObject {
  return {
    amount: order.amount,
    currency: order.currency,
    order_no: order.order_no,
    transaction_id: order.transaction_id,
    reference_no: identifierFrom('N', order.digest.slice(32)),
    website: order.website,
    delivery_information: order.delivery,
    antifraud_provider: 'embedded',
    fraud_check_result: [
      { check_items: 'address', status: 'passed' },
      { check_items: 'velocity', status: 'passed' },
    ],
    is3ds: order.secured3d ? '1' : '0',
    payment_status: paymentStatus(order, words),
    query_result: words.queryResult,
    shopper_email: order.shopper_email,
    shopper_phone: order.shopper_phone,
    subscription_result: subscriptionOf(order, words),
    transaction_date: writeDigits(order.takenAt),
  };
}

function subscriptionOf({ subscription }: Order, words: Words): JsonObject {
  if (subscription === undefined) return {};
  return {
    contract_name: subscription.contract_name,
    recurring_deduction_period: subscription.recurring_deduction_period,
    recurring_deduction_time: writeDate(daysAfter(subscription.startedAt, 30 * (subscription.charges + 1))),
    recurring_id: subscription.recurring_id,
    recurring_status: subscription.active ? words.recurring.active : words.recurring.inactive,
  };
}

/** Lists the newest refunds of the account, newest first (4.10); the selection is a choice of the endpoint. */
export function refundSearch(request: JsonObject, context: HandlerContext): Reply {
  const { decide, words } = context.behaviour;
  const refunds = newest(callerAccount(context, request).refunds, decide.mostListed('refund-search'));
  const [return_status, return_message] = words.call.done;
  return answered({
    ...party(request),
    refund_orders: refunds.map((refund) => refundRecord(refund, words)),
    encryption_data: echoSignature(request),
    return_status,
    return_message,
  });
}

/** The record of a refund in a search answer. */
export function refundRecord(refund: Refund, words: Words): JsonObject {
  const { order } = refund;
  return {
    transaction_id: order.transaction_id,
    order_no: order.order_no,
    amount: order.amount,
    refund_status: words.entry.done,
    payment_status: paymentStatus(order, words),
    refund_amount: refund.refund_amount,
    refund_reference: refund.refund_reference,
    currency: order.currency,
    refund_reason: refund.refund_reason,
    refund_reference_id: refund.refund_reference_id,
    refund_date: writeDigits(refund.refundedAt),
    // Refunds with an odd number are still being processed; the field may be empty (2.11).
    refund_processing_date: refund.number % 2 === 1 ? '' : writeDigits(daysAfter(refund.refundedAt, 2)),
  };
}
