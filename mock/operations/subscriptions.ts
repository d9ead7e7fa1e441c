import type { JsonObject } from '../../schemas/types.ts';
import { type Problem, type Reply, textOf } from '../reply.ts';
import { findSubscription, type Store } from '../state/store.ts';
import { answered, echoSignature, type HandlerContext, keyOf, messageOf, party } from './handler-context.ts';

/** Ends a subscription (4.8): it becomes `Inactived` and is no longer charged. A repeat gets the same answer. */
export function cancelSubscription(request: JsonObject, context: HandlerContext): Reply {
  const recurringId = textOf(request, 'recurring_id');
  const subscription = findSubscription(context.store, keyOf(context, request), recurringId);
  const { words, decide } = context.behaviour;
  const problem = decide.entryProblem(
    'cancel-subscription',
    problemOf(request, subscription?.contract_name),
    { memo: context.store.memo },
  );
  if (problem === undefined && subscription !== undefined) subscription.active = false;
  return answered({
    ...party(request),
    recurring_id: recurringId,
    contract_name: textOf(request, 'contract_name') || (subscription?.contract_name ?? ''),
    encryption_data: echoSignature(request),
    cancel_status: problem === undefined ? words.entry.done : words.entry.failed,
    error_message: messageOf(problem),
  });
}

function problemOf(request: JsonObject, contractName: string | undefined): Problem | undefined {
  if (contractName === undefined)
    return { code: '3101', text: 'this account has no subscription with this recurring_id' };
  const named = textOf(request, 'contract_name');
  if (named === '' || named === contractName) return undefined;
  return { code: '3102', text: 'contract_name is not that of the subscription' };
}

/**
 * Charges every active subscription once and returns their number. The document has no such call (4.8 only says that a
 * cancelled one is no longer charged), so its path is outside `/v1`.
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
