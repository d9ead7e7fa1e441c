import type { JsonObject } from '../../schemas/types.ts';
import type { Caller } from './caller.ts';
import { batch, party, pay } from './journey.ts';

/** Pays and refunds with texts that are easily changed where they are listed, and searches for them. */
export async function callWithListedTexts(caller: Caller): Promise<void> {
  const paid = await pay(caller, 1, 'listed', { website: `${'a.'.repeat(100)}example` });
  const orders = batch('refund', paid).refund_orders as JsonObject[];
  const refund_orders = orders.map((order) => ({ ...order, refund_reason: '  too large  ' }));
  await caller.send('refund', { ...party, refund_orders });
  await caller.send('query', party);
  await caller.send('refund-search', party);
}
