import { paymentsByOtherCards } from '../../generators/card-payments.ts';
import { withinBatches } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { openSubscription, orderNamed } from '../../generators/situations.ts';
import type { Service } from './service.ts';

/** Orders that a service knows and that are no plain paid ones: a payment that was declined, one that opened a subscription. */
export async function unusualOrders(service: Service): Promise<readonly PaidOrder[]> {
  const { seed } = service;
  const plain = service.plain('direct-payment');
  const shape = service.shapeOf('direct-payment');
  const small = withinBatches(plain);
  const [other] = paymentsByOtherCards(shape === 'full' ? small : plain, shape, seed);
  const declined = other === undefined ? [] : [await service.send('direct-payment', other)];
  const { payment } = await openSubscription(service, { context: small, seed });
  // A declined payment is an order all the same, where its answer names a transaction.
  return [...declined, payment].flatMap((judged) => orderNamed(judged) ?? []);
}
