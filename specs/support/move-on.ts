import type { orderOperations } from '../../generators/moves.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import type { Stage } from '../../generators/sequences.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { withRetries } from './retries.ts';
import type { Service, Situation } from './service.ts';

type OrderOperation = (typeof orderOperations)[number];

/** Sends an operation over payments once they have settled; a refund is of a quarter. */
export async function sendOnceSettled(
  service: Service,
  operation: OrderOperation,
  orders: readonly PaidOrder[],
): Promise<JudgedExchange> {
  const unsettled = await service.ripen(operation, orders);
  if (unsettled !== undefined) service.cannot(unsettled);
  return service.send(operation, batchOf(operation, orders, service.context, service.seed, { part: 0.25 }));
}

/** Sends two operations over one payment in turn; returns the last answer, or the first if it leaves the payment open. */
export function sendBoth(
  service: Service,
  earlier: OrderOperation,
  later: OrderOperation,
): Promise<JudgedExchange> {
  return withRetries(async () => {
    const orders = await service.pay(1, earlier === 'refund' ? earlier : later, 'divisible');
    const before = await sendOnceSettled(service, earlier, orders);
    return service.leftOpen(before).length > 0 ? before : sendOnceSettled(service, later, orders);
  });
}

/** Most waits of all sequences of one test: each may take as long as `settle` of the target file allows. */
const mostWaits = 20;

/** The stages of the sequences of one test, each with its own exchanges. */
export function stagesOf(
  service: Service,
): (situation: Situation) => { stage: Stage; exchanges: JudgedExchange[] } {
  let waits = 0;
  return (situation) => {
    const exchanges: JudgedExchange[] = [];
    const stage: Stage = {
      context: service.context,
      attempt: `${service.seed.toString(36)}-${situation.casePath ?? '0'}`,
      service: {
        async send(operation, body) {
          const judged = await service.send(operation, body, { ...situation, asGenerated: true });
          exchanges.push(judged);
          return judged;
        },
      },
      leftOpen: service.leftOpen,
      async ripen(operation, orders) {
        if (service.isRipe(operation, orders)) return true;
        if (waits >= mostWaits) return false;
        waits += 1;
        return (await service.ripen(operation, orders)) === undefined;
      },
    };
    return { stage, exchanges };
  };
}
