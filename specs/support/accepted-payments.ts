import type { Arbitrary } from 'fast-check';
import { amountCaps, type MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { paidOrder } from '../../generators/paid-order.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import type { JudgedExchange } from '../../schemas/types.ts';

interface How {
  /** Sends what was drawn with its own order numbers. */
  readonly asGenerated?: true;
}

/** Who pays: the part of a test's service that payments need. */
export interface Payer {
  plain(operation: 'direct-payment'): MakeContext;
  shapeOf(operation: 'direct-payment'): 'full' | 'minimal';
  sendAll(
    operation: 'direct-payment',
    bodies: readonly RequestCase[],
    how?: How,
  ): Promise<readonly JudgedExchange[]>;
}

/** Card payments in the shape that the service accepts, as small as minimal ones, so that a full batch keeps to the limits. */
function acceptedPayments(context: MakeContext, shape: 'full' | 'minimal'): Arbitrary<RequestCase> {
  const caps = amountCaps(context);
  if (shape === 'minimal' || caps === undefined) return validRequest('direct-payment', context, shape);
  const amountLimit = (Number(caps.entry) / 100).toFixed(2);
  return validRequest('direct-payment', { ...context, amountLimit }, shape);
}

/** Card payments that a test builds on, drawn for an account; of any amount unless the opening saw that only whole ones are taken. */
export function paymentsFor(
  service: Payer,
  account: MakeContext,
  seed: number,
  count: number,
): readonly RequestCase[] {
  const { amounts } = service.plain('direct-payment');
  const drawnFor = amounts === 'whole' ? { ...account, amounts } : account;
  return sample(acceptedPayments(drawnFor, service.shapeOf('direct-payment')), seed, count);
}

/** What became of payments that were asked for. */
export interface Paid {
  readonly paid: readonly PaidOrder[];
  /** One that was not accepted in the end. */
  readonly refusal?: JudgedExchange;
}

/**
 * Makes accepted card payments for an account. A service may refuse amounts, the smallest or those of certain digits, so
 * each refused payment is followed by another order of a usual whole amount.
 */
export async function payFor(
  service: Payer,
  account: MakeContext,
  seed: number,
  count: number,
  how: How = {},
): Promise<Paid> {
  const first = await service.sendAll('direct-payment', paymentsFor(service, account, seed, count), how);
  const isRefused = (one: JudgedExchange) =>
    paidOrder(one) === undefined && one.judgement.outcome === 'refused';
  const whole = sample(
    acceptedPayments({ ...account, amounts: 'whole' }, service.shapeOf('direct-payment')),
    deriveSeed(seed, 'whole'),
    first.filter(isRefused).length,
  );
  const second = await service.sendAll('direct-payment', whole, how);
  const judged = [...first.filter((one) => !isRefused(one)), ...second];
  const refusal = judged.find((one) => paidOrder(one) === undefined);
  return {
    paid: judged.flatMap((one) => paidOrder(one) ?? []),
    ...(refusal === undefined ? {} : { refusal }),
  };
}
