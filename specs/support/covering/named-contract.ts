import { deriveSeed } from '../../../generators/seed.ts';
import { openSubscription, partyOf } from '../../../generators/situations.ts';
import { defined } from '../../../schemas/defined.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import type { Service } from '../service.ts';

/** A request that cancels a subscription of a payment, by default under a generated name; undefined without one. */
export async function namedContract(
  service: Service,
  contractName: string | undefined,
): Promise<JsonObject | undefined> {
  const { context, seed } = service;
  const plain = { ...context, letters: 'plain' } as const;
  const wanted = { context: plain, seed: deriveSeed(seed, 'contracts'), ...defined({ contractName }) };
  const { subscription } = await openSubscription(service, wanted);
  return subscription && { ...partyOf(context), ...subscription };
}
