import fc from 'fast-check';
import { operationOf } from '../../schemas/operations.ts';
import type { ClauseId, JsonObject } from '../../schemas/types.ts';
import { entriesIn, type Journey, type Stage } from './model.ts';
import type { Step } from './payment-steps.ts';

type Search = 'query' | 'refund-search';

/** How the orders and refunds to return are selected is not shown (4.4, 4.10), so an absent one is observed only. */
const selection = { query: '4.4/selection', 'refund-search': '4.10/selection' } as const satisfies Record<
  Search,
  ClauseId
>;

function envelope({ context: { merchant_id, account_id } }: Stage): JsonObject {
  return { merchant_id, account_id };
}

async function search(operation: Search, journey: Journey, stage: Stage): Promise<void> {
  const { outcome, answer } = await stage.service.send(operation, envelope(stage));
  if (outcome !== 'accepted') return;
  const listed = new Set(
    entriesIn(answer, operationOf(operation).lists?.field ?? '').map(({ order_no }) => order_no),
  );
  const wanted = journey.payments.filter(({ refunds }) => operation === 'query' || refunds > 0);
  for (const { order } of wanted) {
    const found = listed.has(order.order_no);
    const noun = operation === 'query' ? 'paid order' : 'refund';
    stage.observe?.({
      clause: selection[operation],
      operation,
      fingerprint: `${noun} ${found ? 'listed' : 'not listed'}`,
      detail: `${noun} of this sequence is ${found ? '' : 'not '}in the list`,
    });
  }
}

/** Steps that query orders (4.4) or search refunds (4.10). */
export function searchSteps(operation: Search): fc.Arbitrary<Step> {
  return fc.constant({
    check: () => true,
    run: (journey: Journey, stage: Stage) => search(operation, journey, stage),
    toString: () => (operation === 'query' ? 'query' : 'search refunds'),
  });
}

/** Steps that cancel one of the subscriptions so far (4.8). */
export function cancelSubscriptionSteps(): fc.Arbitrary<Step> {
  return fc.nat({ max: 5 }).map((pick) => ({
    check: ({ subscriptions }) => subscriptions.some(({ cancelled }) => !cancelled),
    async run({ subscriptions }, stage) {
      const running = subscriptions.filter(({ cancelled }) => !cancelled);
      const subscription = running[pick % running.length];
      if (subscription === undefined) return;
      const { recurring_id, contract_name } = subscription;
      const { outcome } = await stage.service.send('cancel-subscription', {
        ...envelope(stage),
        recurring_id,
        contract_name,
      });
      if (outcome === 'accepted') subscription.cancelled = true;
    },
    toString: () => `cancel subscription #${pick}`,
  }));
}
