import type { PaidOrder } from '../../generators/orders.ts';
import { type Leaving, lookUntil, onTheWay, patienceOf } from '../../opening/settle.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';

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
