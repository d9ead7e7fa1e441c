import { operationOf } from '../../schemas/operations.ts';
import type { MakeContext } from '../context.ts';
import { type BatchOptions, batchOf, type PaidOrder } from '../orders.ts';
import type { Port, Sent } from './port.ts';

/** Whose orders a batch is about, what it is drawn from, and the part of each amount that a refund asks for. */
export interface BatchWanted extends BatchOptions {
  readonly context: MakeContext;
  readonly seed: number;
}

async function sendBatches<Told extends Sent>(
  port: Port<Told>,
  operation: 'capture' | 'refund',
  orders: readonly PaidOrder[],
  { context, seed, ...options }: BatchWanted,
): Promise<readonly Told[]> {
  const limit = operationOf(operation).batch?.limit ?? 1;
  const told: Told[] = [];
  for (let start = 0; start < orders.length; start += limit) {
    const { body, name } = batchOf(operation, orders.slice(start, start + limit), context, seed, options);
    told.push(await port.send(operation, body, { caseName: name, among: 1 }));
  }
  return told;
}

/** Captures paid orders, in as many batches as the limit of section 8 makes it. */
export function captureOrders<Told extends Sent>(
  port: Port<Told>,
  orders: readonly PaidOrder[],
  wanted: BatchWanted,
): Promise<readonly Told[]> {
  return sendBatches(port, 'capture', orders, wanted);
}

/** Refunds paid orders, in as many batches as the limit of section 8 makes it. */
export function refundOrders<Told extends Sent>(
  port: Port<Told>,
  orders: readonly PaidOrder[],
  wanted: BatchWanted,
): Promise<readonly Told[]> {
  return sendBatches(port, 'refund', orders, wanted);
}
