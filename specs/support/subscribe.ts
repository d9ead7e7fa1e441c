import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { answerOf } from '../../schemas/answer-of.ts';
import type { Service } from './service.ts';

/** A subscription that a card payment opened, as its cancellation names it (2.12). */
export type Subscription = { readonly recurring_id: string; readonly contract_name: string };

/** Pays with every documented field, subscription included; the test is skipped when no subscription comes back. */
export async function subscribe(service: Service): Promise<Subscription> {
  const made = sample(
    validRequest('direct-payment', service.plain('direct-payment'), 'full'),
    service.seed,
    1,
  )[0];
  const paid = service.need(await service.send('direct-payment', made ?? {}));
  const { recurring_id, contract_name } = answerOf(paid);
  if (typeof recurring_id !== 'string' || recurring_id === '') {
    return service.cannot('prerequisite not met: a payment with a subscription returned no recurring_id');
  }
  return { recurring_id, contract_name: typeof contract_name === 'string' ? contract_name : '' };
}
