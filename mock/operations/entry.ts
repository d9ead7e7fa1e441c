import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { addAmounts, compareAmounts } from '../money.ts';
import type { Problem } from '../refusal.ts';
import type { Order } from '../state/order.ts';
import type { Account } from '../state/store.ts';
import { textOf } from './request-member.ts';

const mostRefunds = 99;

/** Checks one entry of a batch against what was paid; undefined when it can be done. */
export function checkEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  account: Account,
): Problem | undefined {
  const order = account.orders.get(textOf(entry, 'transaction_id'));
  if (order === undefined)
    return { code: '3001', text: 'this account has no transaction with this transaction_id' };
  if (entry.order_no !== order.order_no)
    return { code: '3002', text: 'order_no is not the one of the transaction' };
  if (entry.currency !== order.currency)
    return { code: '3003', text: 'currency is not the one of the transaction' };
  if (compareAmounts(textOf(entry, 'amount'), order.amount) !== 0) {
    return { code: '3004', text: 'amount is not the one of the transaction' };
  }
  if (order.stage !== 'paid') return { code: '3005', text: 'the transaction is not paid' };
  return operation === 'refund' ? checkRefund(entry, order) : checkState(operation, order);
}

// Doing a thing twice is answered as doing it once: the same request gives the same answer.
function checkState(operation: DocumentedOperationId, order: Order): Problem | undefined {
  if (operation === 'cancel') {
    return order.refunds > 0 ? { code: '3007', text: 'a refunded transaction is not cancelled' } : undefined;
  }
  return order.cancelled ? { code: '3006', text: 'the transaction is cancelled' } : undefined;
}

function checkRefund(entry: JsonObject, order: Order): Problem | undefined {
  const wanted = textOf(entry, 'refund_amount');
  const sign = compareAmounts(wanted, '0.00');
  if (sign === undefined) return { code: '3008', text: 'refund_amount is missing or too long' };
  if (sign === 0) return { code: '3009', text: 'refund_amount is zero' };
  if (order.cancelled) return { code: '3006', text: 'the transaction is cancelled' };
  if (exceeds(order, wanted)) return { code: '3010', text: 'refund_amount is more than is left of amount' };
  return order.refunds >= mostRefunds
    ? { code: '3011', text: 'refund_reference_id has no further two digits' }
    : undefined;
}

function exceeds(order: Order, wanted: string): boolean {
  return (compareAmounts(addAmounts(order.refunded, wanted), order.amount) ?? 1) > 0;
}
