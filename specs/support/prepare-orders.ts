import { setTimeout } from 'node:timers/promises';
import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { type About, captureOrders, type Port } from '../../generators/situations.ts';
import type { Hopes } from '../../opening/hopes.ts';
import { type Leaving, lookUntil, onTheWay, patienceOf } from '../../opening/settle.ts';
import type { JudgedExchange, OperationId } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import type { Ages } from './ages.ts';
import { cameTooSoon } from './anew.ts';
import { envelope } from './envelope.ts';

/** Queries until no order shows a pending result; returns why nothing more can be told when that takes longer than the target allows. */
export async function whyUnsettled(
  orders: readonly PaidOrder[],
  leaving: Leaving,
  target: Target,
  query: () => Promise<JudgedExchange>,
): Promise<string | undefined> {
  const ids = new Set(orders.map(({ transaction_id }) => transaction_id));
  const patience = patienceOf(target);
  let isPending = false;
  const hasArrived = await lookUntil(async () => {
    const { pending, arrived } = onTheWay(await query(), ids, leaving);
    isPending = pending;
    return arrived;
  }, patience);
  // A state that nobody met before may be one that comes later.
  return hasArrived || !isPending
    ? undefined
    : `prerequisite not met: a payment did not settle within ${patience.longest} ms (settle.longestMs)`;
}

/** The part of a test's service that prepares payments, and what its run knows. */
interface Preparing {
  readonly service: Port<About & { readonly asGenerated?: boolean }> & {
    readonly seed: number;
    need(judged: JudgedExchange): JudgedExchange;
  };
  readonly hopes: Hopes;
  readonly target: Target;
}

/**
 * Makes of accepted payments of an account what an operation over them needs: as old as it has to be, captured before a
 * refund, where the service or its merchant says so, and settled, where a refund waits for it. Returns why nothing can be told where that takes too long,
 * or the exchange where a capture came too soon.
 */
export async function prepareOrders(
  { service, hopes, target }: Preparing,
  operation: OperationId,
  orders: readonly PaidOrder[],
  account: MakeContext,
): Promise<{ readonly unsettled?: string; readonly tooSoon?: JudgedExchange } | undefined> {
  const waitFor = async (waiting: OperationId) => {
    const milliseconds = hopes.waitsMs(waiting);
    if (milliseconds > 0) await setTimeout(milliseconds);
  };
  if (operation !== 'refund') {
    await waitFor(operation);
    return undefined;
  }
  const settle = async (leaving: Leaving | undefined) => {
    const unsettled =
      leaving &&
      (await whyUnsettled(orders, leaving, target, () =>
        service.send('query', envelope(account), { caseName: 'until it is settled' }),
      ));
    return unsettled === undefined ? undefined : { unsettled };
  };
  const refundable = async () => {
    await waitFor('refund');
    return settle(hopes.refundsWait);
  };
  if (!hopes.refundsCaptured && target.capture !== 'manual') return refundable();
  await waitFor('capture');
  const port: Port = {
    async send(capture, body) {
      const how = { caseName: 'before the refund', asGenerated: true };
      const judged = await service.send(capture, body, how);
      return cameTooSoon(judged) ? judged : service.need(judged);
    },
  };
  const captures = await captureOrders(port, orders, { context: account, seed: service.seed });
  const tooSoon = captures.find(cameTooSoon);
  if (tooSoon !== undefined) return { tooSoon };
  return (await settle(hopes.leaving('capture'))) ?? refundable();
}

/** Payments of a test that were made before, and what is known of their ages. */
interface Ripening {
  readonly service: Pick<Preparing['service'], 'send'>;
  readonly ages: Ages;
  readonly target: Target;
}

/**
 * Waits before one more operation over payments as before one over payments just made: until they are as old as it needs them,
 * and what is pending is done. Returns why nothing can be told where that takes too long; asks and waits for nothing where the
 * opening saw nothing wait.
 */
export async function ripen(
  { service, ages, target }: Ripening,
  operation: OperationId,
  orders: readonly PaidOrder[],
  account: MakeContext,
): Promise<string | undefined> {
  const unripe = ages.unripe(operation, orders);
  if (unripe === undefined) return undefined;
  await setTimeout(unripe.milliseconds);
  for (const { orders: some, ...leaving } of unripe.leaving) {
    const unsettled = await whyUnsettled(some, leaving, target, () =>
      service.send(leaving.search, envelope(account), { caseName: 'until it is settled' }),
    );
    if (unsettled !== undefined) return unsettled;
  }
  ages.ripened(operation, orders);
  return undefined;
}
