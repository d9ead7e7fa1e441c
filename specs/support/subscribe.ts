import { openSubscription, type Subscription } from '../../generators/situations.ts';
import type { Service } from './service.ts';
import { portOf } from './situation-port.ts';

/** Pays with every documented field, subscription included; the test is skipped when no subscription comes back. */
export async function subscribe(service: Service): Promise<Subscription> {
  const { payment, subscription } = await openSubscription(portOf(service), {
    context: service.plain('direct-payment'),
    seed: service.seed,
  });
  service.need(payment.judged);
  return (
    subscription ??
    service.cannot('prerequisite not met: a payment with a subscription returned no recurring_id')
  );
}
