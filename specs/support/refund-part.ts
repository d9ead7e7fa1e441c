import { formatCents, parseCents } from '../../generators/money.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import type { JsonObject } from '../../schemas/types.ts';
import type { Service } from './service.ts';

/** A refund batch of a percentage of each order, never less than a cent; above 100 it exceeds what was paid. */
export function refundPart(service: Service, orders: readonly PaidOrder[], percent: number): JsonObject {
  const { body } = batchOf('refund', orders, service.context, service.seed);
  const entries = Array.isArray(body.refund_orders) ? (body.refund_orders as JsonObject[]) : [];
  const refund_orders = entries.map((entry) => {
    const cents = ((parseCents(String(entry.amount)) ?? 0n) * BigInt(percent)) / 100n;
    return { ...entry, refund_amount: formatCents(cents > 0n ? cents : 1n) };
  });
  return { ...body, refund_orders };
}
