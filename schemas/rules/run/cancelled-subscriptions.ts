import { say, sayValue } from '../../findings/say.ts';
import { isObject } from '../../json.ts';
import { saysRunning } from '../subscription-state.ts';
import { factsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

const clause = '4.8/inactived/later-query';

/** 4.8: after a successful cancellation a query does not show the subscription as running (C-07). */
export const cancelledSubscriptions: RunRule = {
  name: 'cancelled-subscriptions',
  clauses: [clause, '4.8/inactived/shown'],
  operations: ['cancel-subscription', 'query'],
  check(run, about) {
    const cancelled = new Set<string>();
    for (const fact of factsOf(run)) {
      const { recurring_id } = fact.request;
      if (
        fact.operation.id === 'cancel-subscription' &&
        fact.judged.judgement.outcome === 'accepted' &&
        typeof recurring_id === 'string'
      ) {
        cancelled.add(`${fact.account}\n${recurring_id}`);
      }
      for (const { judged, account, record, path } of recordsOf([fact], 'query')) {
        const subscription = isObject(record.subscription_result) ? record.subscription_result : {};
        const { recurring_id: id, recurring_status: status } = subscription;
        if (typeof id !== 'string' || typeof status !== 'string' || !cancelled.has(`${account}\n${id}`))
          continue;
        if (saysRunning(status)) {
          const at = `${path}.subscription_result.recurring_status`;
          about(judged).breaks(clause, {
            kind: 'value',
            path: at,
            expected: say('not-running'),
            received: sayValue(status),
          });
        } else {
          about(judged).holds(clause);
          about(judged).observes(
            '4.8/inactived/shown',
            `recurring_status=${status.slice(0, 20)}`,
            `A query after the cancellation shows recurring_status ${status.slice(0, 20)}`,
          );
        }
      }
    }
  },
};
