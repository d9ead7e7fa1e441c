import { deriveSeed } from '../../generators/seed.ts';
import {
  openSubscription,
  refundOrders,
  type Subscription,
  subscriptionOf,
} from '../../generators/situations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Wish } from './cases.ts';
import { takeOrders } from './paid-orders.ts';
import type { Session } from './session.ts';

/** A subscription that a payment opened a moment ago (2.12), when the target and the service allow it. */
export async function subscribe(
  session: Session,
  wanted: Wish['orders'],
): Promise<{ body: Partial<Subscription>; note: string }> {
  const refusal = wanted === 'unknown' ? 'no payment was wanted' : session.refusal('direct-payment');
  const none = (reason: string) => ({
    body: {},
    note: `the subscription is unknown to the service: ${reason}`,
  });
  if (refusal !== undefined) return none(refusal);
  const { context, settings } = session;
  const seed = deriveSeed(settings.seed, 'explore', 'subscribe');
  const { exchanges, refused } = await session.before((port) => openSubscription(port, { context, seed }));
  const subscription = exchanges.map(subscriptionOf).at(-1);
  if (subscription === undefined) return none(refused ?? 'the payment returned none');
  return { body: subscription, note: 'a card payment with a subscription made first' };
}

/** Gives the embedded endpoint something to list, since it starts empty; other targets are left as they are. */
export async function fillLists(session: Session, operation: DocumentedOperationId): Promise<string[]> {
  const { settings, context } = session;
  if (settings.target.environment !== 'embedded') return [];
  const { orders, note } = await takeOrders(
    session,
    2,
    'paid',
    operation === 'refund-search' ? 'refund' : operation,
  );
  if (operation !== 'refund-search') return [note];
  const seed = deriveSeed(settings.seed, 'explore', 'fill');
  await session.before((port) => refundOrders(port, orders, { context, seed }));
  return [note, 'both refunded'];
}
