import { deriveSeed, sampleOne } from '../../generators/seed.ts';
import { subscriptionOf } from '../../generators/situations.ts';
import { validRequest } from '../../generators/valid.ts';
import { answerOf } from '../../schemas/answer-of.ts';
import { isObject } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { envelope } from './envelope.ts';
import type { Service } from './service.ts';

/**
 * A cancellation of a subscription that a payment opened under a name, or under a name of its own; undefined where
 * the payment opened none.
 */
export async function namedContract(
  service: Service,
  name: string | undefined,
): Promise<JsonObject | undefined> {
  const { context, seed } = service;
  const full = sampleOne(validRequest('direct-payment', context, 'full'), deriveSeed(seed, 'contracts')).body;
  const contract = isObject(full.subscription) ? full.subscription : {};
  const body = {
    ...full,
    subscription: name === undefined ? contract : { ...contract, contract_name: name },
  };
  const paid = await service.send('direct-payment', body);
  const opened = subscriptionOf(body, { outcome: paid.judgement.outcome, answer: answerOf(paid) });
  return opened === undefined
    ? undefined
    : {
        ...envelope(context),
        recurring_id: opened.recurring_id,
        contract_name: name ?? opened.contract_name,
      };
}
