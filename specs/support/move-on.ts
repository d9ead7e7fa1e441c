import type { orderOperations } from '../../generators/moves.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { anew, cameTooSoon } from './anew.ts';
import type { Service } from './service.ts';

type Moving = (typeof orderOperations)[number];

/** Asks for an operation over payments as soon as it does not come too soon; a refund asks for a quarter. */
export async function moveOn(
  service: Service,
  operation: Moving,
  orders: readonly PaidOrder[],
): Promise<JudgedExchange> {
  const unsettled = await service.ripen(operation, orders);
  if (unsettled !== undefined) service.cannot(unsettled);
  return service.send(operation, batchOf(operation, orders, service.context, service.seed, { part: 0.25 }));
}

/** Asks for two operations over one payment, one after the other; the last answer, or the first where that asks for time. */
export function moveTwice(service: Service, earlier: Moving, later: Moving): Promise<JudgedExchange> {
  return anew(async () => {
    const orders = await service.pay(1, earlier === 'refund' ? earlier : later, 'divisible');
    const before = await moveOn(service, earlier, orders);
    return cameTooSoon(before) ? before : moveOn(service, later, orders);
  });
}
