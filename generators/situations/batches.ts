import { operationOf } from '../../schemas/operations.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import { type BatchOptions, batchOf, type PaidOrder } from '../orders.ts';
import type { Port } from './port.ts';

/** Whose orders a batch is about, what it is drawn from, and the part of each amount that a refund asks for. */
export interface BatchWanted extends BatchOptions {
  readonly context: MakeContext;
  readonly seed: number;
}

async function sendBatches(
  port: Port,
  operation: 'capture' | 'refund',
  orders: readonly PaidOrder[],
  { context, seed, ...options }: BatchWanted,
): Promise<readonly JudgedExchange[]> {
  const limit = operationOf(operation).batch?.limit ?? 1;
  const judged: JudgedExchange[] = [];
  for (let start = 0; start < orders.length; start += limit) {
    const { body, name } = batchOf(operation, orders.slice(start, start + limit), context, seed, options);
    judged.push(await port.send(operation, body, { caseName: name }));
  }
  return judged;
}

/** Captures paid orders, in as many batches as the limit of section 8 makes it. */
export function captureOrders(
  port: Port,
  orders: readonly PaidOrder[],
  wanted: BatchWanted,
): Promise<readonly JudgedExchange[]> {
  return sendBatches(port, 'capture', orders, wanted);
}

/** Refunds paid orders, in as many batches as the limit of section 8 makes it. */
export function refundOrders(
  port: Port,
  orders: readonly PaidOrder[],
  wanted: BatchWanted,
): Promise<readonly JudgedExchange[]> {
  return sendBatches(port, 'refund', orders, wanted);
}
