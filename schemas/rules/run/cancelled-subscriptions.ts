import { say, sayValue } from '../../findings/say.ts';
import { isObject } from '../../json.ts';
import type { Notebook } from '../../notebook.ts';
import { saysRunning, statesOfOrder } from '../subscription-state.ts';
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
        const { recurring_id: id } = subscription;
        if (typeof id !== 'string' || !cancelled.has(`${account}\n${id}`)) continue;
        for (const [name, status] of statesOfOrder(record)) judgeState(about(judged), path, name, status);
      }
    }
  },
};

function judgeState(notebook: Notebook, path: string, name: string, status: string): void {
  if (saysRunning(status)) {
    notebook.breaks(clause, {
      kind: 'value',
      path: `${path}.${name}`,
      expected: say('not-running'),
      received: sayValue(status),
    });
    return;
  }
  const [shown, last] = [status.slice(0, 20), name.split('.').at(-1)];
  notebook.holds(clause);
  notebook.observes(
    '4.8/inactived/shown',
    `${last}=${shown}`,
    `A query after the cancellation shows ${last} ${shown}`,
  );
}
