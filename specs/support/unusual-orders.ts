import { paymentsByOtherCards } from '../../generators/card-payments.ts';
import { withinBatches } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { openSubscription, orderOf, toldBy } from '../../generators/situations.ts';
import type { JsonObject } from '../../schemas/types.ts';
import type { Service } from './service.ts';
import { portOf } from './situation-port.ts';

/** Orders that a service knows and that are no plain paid ones: a payment that was declined, one that opened a subscription. */
export async function unusualOrders(service: Service): Promise<readonly PaidOrder[]> {
  const { seed } = service;
  const plain = service.plain('direct-payment');
  const shape = service.shapeOf('direct-payment');
  const small = withinBatches(plain);
  const [other] = paymentsByOtherCards(shape === 'full' ? small : plain, shape, seed);
  const declined = other === undefined ? [] : [await service.send('direct-payment', other)];
  const { payment } = await openSubscription(portOf(service), { context: small, seed });
  return [...declined, payment.judged].flatMap((judged) => {
    // A declined payment is an order all the same, where its answer names a transaction.
    const told = { ...toldBy(judged), outcome: 'accepted' } as const;
    return orderOf(judged.exchange.sent.value as JsonObject, told) ?? [];
  });
}
