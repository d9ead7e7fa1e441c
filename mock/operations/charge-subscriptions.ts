import type { Store } from '../state/store.ts';

/**
 * Charges every running subscription once and returns how many there were. The document has no such call (4.8 says
 * only that a cancelled one is charged no more), so it stands outside `/v1`.
 */
export function chargeSubscriptions(store: Store): number {
  let charged = 0;
  for (const subscription of store.subscriptions.values()) {
    if (!subscription.active) continue;
    subscription.charges += 1;
    charged += 1;
  }
  return charged;
}
