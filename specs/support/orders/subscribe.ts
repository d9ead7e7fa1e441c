import { type MakeContext, withinBatches } from '../../../generators/context.ts';
import { deriveSeed } from '../../../generators/seed.ts';
import {
  clientWith,
  openSubscription,
  orderNamed,
  type Subscription,
} from '../../../generators/situations.ts';
import type { Service } from '../service.ts';

/**
 * Opens a subscription by a payment with every documented field, for the given account or that of the test; each
 * attempt makes another payment. Skips the test if no subscription comes back.
 */
export async function subscribe(service: Service, account?: MakeContext, attempt = 0): Promise<Subscription> {
  const plain = service.plain('direct-payment');
  const { payment, subscription } = await openSubscription(
    account === undefined ? service : clientWith(service, { asGenerated: true }),
    {
      context: account === undefined ? plain : { ...plain, account_id: account.account_id },
      seed: attempt === 0 ? service.drawSeed : deriveSeed(service.drawSeed, `attempt ${attempt}`),
    },
  );
  service.need(payment);
  return subscription ?? service.lacks(payment, 'a payment with a subscription returned no recurring_id');
}

/** Opens a subscription by a payment that fits into a batch; skips the test if no subscription or order comes back. */
export async function subscribeOrder(service: Service) {
  const context = withinBatches(service.plain('direct-payment'));
  const { payment, subscription } = await openSubscription(service, { context, seed: service.drawSeed });
  const order = orderNamed(service.need(payment));
  if (order === undefined || subscription === undefined)
    return service.lacks(payment, 'a payment with a subscription returned no order or no recurring_id');
  return { order, subscription };
}
