import type { MakeContext } from '../../generators/context.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import type { RequestCase } from '../../generators/request.ts';
import { operationOf } from '../../schemas/operations.ts';

/** Requests that capture payments before their refunds, in as many batches as the limit of section 8 makes it. */
export function capturesOf(orders: readonly PaidOrder[], context: MakeContext, seed: number): RequestCase[] {
  const limit = operationOf('capture').batch?.limit ?? 1;
  return Array.from({ length: Math.ceil(orders.length / limit) }, (_, batch) =>
    batchOf('capture', orders.slice(batch * limit, (batch + 1) * limit), context, seed),
  );
}
