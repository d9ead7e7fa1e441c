import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';

/** A subscription that a payment started (2.4); `active` ends with a cancellation. */
export interface Subscription {
  readonly recurring_id: string;
  readonly contract_name: string;
  readonly recurring_deduction_period: string;
  readonly startedAt: Date;
  active: boolean;
  /** Deductions made so far, the first payment not counted. */
  charges: number;
}

/** One refund of an order; `number` counts from 1 within its transaction. */
export interface Refund {
  readonly order: Order;
  readonly number: number;
  readonly refund_reference_id: string;
  readonly refund_reference: string;
  readonly refund_amount: string;
  readonly refund_reason: string;
  readonly refundedAt: Date;
}

/** What the endpoint keeps of one payment. */
export interface Order {
  readonly merchant_id: string;
  readonly account_id: string;
  readonly order_no: string;
  readonly transaction_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly operation: DocumentedOperationId;
  readonly digest: string;
  readonly takenAt: Date;
  readonly website: string;
  readonly shopper_email: string;
  readonly shopper_phone: string;
  readonly delivery: JsonObject;
  readonly secured3d: boolean;
  readonly notify_url?: string;
  /** Where the hosted page sends the shopper's browser. */
  readonly return_url?: string;
  readonly subscription?: Subscription;
  /** `open` until the shopper has paid on a hosted page. */
  stage: 'open' | 'paid' | 'declined';
  captured: boolean;
  cancelled: boolean;
  /** The last `review_flag`. */
  review?: string;
  refunded: string;
  refunds: number;
}

/** Characters that an order holds, the measure of its memory. */
export function weightOf(order: Order): number {
  let weight =
    400 +
    order.order_no.length +
    order.website.length +
    order.shopper_email.length +
    order.shopper_phone.length;
  for (const value of Object.values(order.delivery)) if (typeof value === 'string') weight += value.length;
  weight += (order.notify_url?.length ?? 0) + (order.subscription?.contract_name.length ?? 0);
  return weight;
}
