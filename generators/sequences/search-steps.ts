import fc from 'fast-check';
import { partyOf } from '../situations/hand.ts';
import type { Journey, Stage } from './model.ts';
import type { Step } from './payment-steps.ts';

type Search = 'query' | 'refund-search';

/** Steps that query orders (4.4) or search refunds (4.10). */
export function searchSteps(operation: Search): fc.Arbitrary<Step> {
  return fc.constant({
    check: () => true,
    async run(_journey: Journey, stage: Stage) {
      await stage.service.send(operation, partyOf(stage.context));
    },
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
      const { judgement } = await stage.service.send('cancel-subscription', {
        ...partyOf(stage.context),
        recurring_id,
        contract_name,
      });
      if (judgement.outcome === 'accepted') subscription.cancelled = true;
    },
    toString: () => `cancel subscription #${pick}`,
  }));
}
