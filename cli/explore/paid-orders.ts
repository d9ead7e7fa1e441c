import { type PaidOrder, unknownOrders } from '../../generators/orders.ts';
import { paidOrder } from '../../generators/paid-order.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Session } from './session.ts';

/** Orders for a batch, and one line that says where they come from. */
export interface Orders {
  readonly orders: readonly PaidOrder[];
  readonly note: string;
}

/** Pays as often as wanted; stops at the first payment that is declined or may not be sent. */
async function pay(session: Session, count: number): Promise<{ paid: PaidOrder[]; stopped?: string }> {
  const { settings, context } = session;
  const width = Math.max(1, settings.target.limits.concurrent);
  const payments = sample(
    validRequest('direct-payment', context, 'minimal'),
    deriveSeed(settings.seed, 'explore', 'pay'),
    count,
  );
  const paid: PaidOrder[] = [];
  for (let start = 0; start < payments.length; start += width) {
    const sent = await Promise.allSettled(
      payments
        .slice(start, start + width)
        .map(({ body }) =>
          session.send(
            'direct-payment',
            { ...body, order_no: session.orderNumber() },
            { intent: 'valid', caseName: 'minimal' },
          ),
        ),
    );
    for (const one of sent) {
      if (one.status === 'fulfilled') {
        const order = paidOrder(one.value);
        if (order !== undefined) paid.push(order);
      } else if (isRefusedSend(one.reason)) return { paid, stopped: one.reason.message };
      else throw one.reason;
    }
    if (paid.length < Math.min(start + width, count))
      return { paid, stopped: 'the service did not accept a card payment' };
  }
  return { paid };
}

/** Orders that were paid a moment ago as far as the target allows it; the rest are orders that no service knows. */
export async function takeOrders(
  session: Session,
  count: number,
  wanted: 'paid' | 'unknown',
): Promise<Orders> {
  const unknown = unknownOrders(count, session.settings.seed, session.context);
  if (count === 0) return { orders: [], note: 'the batch is empty' };
  if (wanted === 'unknown')
    return { orders: unknown, note: `${count} orders that the service does not know` };
  const refusal = session.refusal('direct-payment');
  const { paid, stopped } =
    refusal === undefined ? await pay(session, count) : { paid: [], stopped: refusal };
  const orders = [...paid, ...unknown.slice(paid.length)];
  const note =
    stopped === undefined
      ? `${count} card ${count === 1 ? 'payment' : 'payments'} made first, one for each order`
      : `${paid.length} of ${count} orders paid first, the others are unknown to the service: ${stopped}`;
  return { orders, note };
}
