import type { PaidOrder } from '../../generators/orders.ts';
import { listsPending, lookUntil, patienceOf } from '../../opening/settle.ts';
import type { Settling } from '../../schemas/opening.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';

/** Queries until no order shows a pending result; returns why nothing more can be told when that takes longer than the target allows. */
export async function whyUnsettled(
  orders: readonly PaidOrder[],
  settling: Settling,
  target: Target,
  query: () => Promise<JudgedExchange>,
): Promise<string | undefined> {
  const ids = new Set(orders.map(({ transaction_id }) => transaction_id));
  const patience = patienceOf(target);
  const isSettled = await lookUntil(async () => !listsPending(await query(), ids, settling), patience);
  return isSettled
    ? undefined
    : `prerequisite not met: a capture did not settle within ${patience.longest} ms (settle.longestMs)`;
}
