import type { JsonObject } from '../../schemas/types.ts';
import { daysAfter, writeDigits } from '../calendar.ts';
import type { Words } from '../manner.ts';
import type { Reply } from '../reply.ts';
import { newest } from '../state/bounded.ts';
import type { Refund } from '../state/order.ts';
import { callerAccount, type Desk } from './desk.ts';
import { answered, echoSignature, party } from './echo.ts';
import { paymentStatus } from './query.ts';

/** Lists the newest refunds of the account, newest first (4.10); which ones a search selects is the endpoint's own choice. */
export function refundSearch(request: JsonObject, desk: Desk): Reply {
  const { decide, words } = desk.manner;
  const refunds = newest(callerAccount(desk, request).refunds, decide.mostListed('refund-search'));
  const [return_status, return_message] = words.call.done;
  return answered({
    ...party(request),
    refund_orders: refunds.map((refund) => recordOf(refund, words)),
    encryption_data: echoSignature(request),
    return_status,
    return_message,
  });
}

function recordOf(refund: Refund, words: Words): JsonObject {
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
    // Odd refunds are still being processed; the field may be empty (2.11).
    refund_processing_date: refund.number % 2 === 1 ? '' : writeDigits(daysAfter(refund.refundedAt, 2)),
  };
}
