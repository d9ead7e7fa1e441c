import { smallPayment } from '../../../generators/card-payments.ts';
import { paymentsInCurrencies } from '../../../generators/many-currencies.ts';
import type { PaidOrder } from '../../../generators/orders.ts';
import { deriveSeed } from '../../../generators/seed.ts';
import { orderOf } from '../../../generators/situations.ts';
import type { OperationId } from '../../../schemas/types.ts';
import type { Service } from '../service.ts';
import { paymentsFor } from './payments-for.ts';

/** Makes accepted card payments in every currency that the service takes, a usual one first, and one of a few cents. */
export async function payInCurrencies(
  service: Service,
  operation: OperationId = 'direct-payment',
): Promise<readonly PaidOrder[]> {
  const { context, seed } = service;
  const usual = await service.pay(1, operation);
  const others = await service.prepared(operation, context, async (round) => {
    const wanted = paymentsFor(service, context, deriveSeed(seed, `currencies ${round}`), 1);
    const small = smallPayment(wanted.context, wanted.seed);
    const paid = await service.sendAll('direct-payment', [...paymentsInCurrencies(wanted), small]);
    return paid.flatMap((one) => orderOf(one) ?? []);
  });
  return [...usual, ...others];
}
