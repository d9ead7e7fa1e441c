import type { MakeContext } from '../../generators/context.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { Service } from './service.ts';

/** Captures payments, in as many batches as it takes; the test is skipped when one is not accepted. */
export async function captureFirst(
  service: Service,
  orders: readonly PaidOrder[],
  context: MakeContext,
): Promise<void> {
  const limit = operationOf('capture').batch?.limit ?? 1;
  for (let start = 0; start < orders.length; start += limit) {
    const body = batchOf('capture', orders.slice(start, start + limit), context, service.seed);
    service.need(await service.send('capture', body, { asGenerated: true, caseName: 'before the refund' }));
  }
}
