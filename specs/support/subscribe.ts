import { sample } from '../../generators/seed.ts';
import { type Subscription, subscriptionOf } from '../../generators/situations.ts';
import { validRequest } from '../../generators/valid.ts';
import { answerOf } from '../../schemas/answer-of.ts';
import type { Service } from './service.ts';

/** Pays with every documented field, subscription included; the test is skipped when no subscription comes back. */
export async function subscribe(service: Service): Promise<Subscription> {
  const made = sample(
    validRequest('direct-payment', service.plain('direct-payment'), 'full'),
    service.seed,
    1,
  )[0];
  const paid = service.need(await service.send('direct-payment', made ?? {}));
  const subscription =
    made && subscriptionOf(made.body, { outcome: paid.judgement.outcome, answer: answerOf(paid) });
  return (
    subscription ??
    service.cannot('prerequisite not met: a payment with a subscription returned no recurring_id')
  );
}
