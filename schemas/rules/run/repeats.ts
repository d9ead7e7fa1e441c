import { operationsOf } from '../../operations.ts';
import { factsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

/** 2.1, 2.13: what happens to a second payment of one order_no or a second payout of one request_id is not shown. */
export const repeats: RunRule = {
  name: 'repeats',
  clauses: ['2.1/order_no/reused', '2.13/request_id/reused'],
  operations: operationsOf('payment', 'payout'),
  check(run, about) {
    const seen = new Set<string>();
    for (const { judged, operation, request, account } of factsOf(run)) {
      const payout = operation.family === 'payout';
      if (!payout && operation.family !== 'payment') continue;
      const id = payout ? request.request_id : request.order_no;
      const { outcome } = judged.judgement;
      if (typeof id !== 'string' || (outcome !== 'accepted' && outcome !== 'refused')) continue;
      const key = `${operation.id}\n${account}\n${id}`;
      if (seen.has(key)) {
        const clause = payout ? '2.13/request_id/reused' : '2.1/order_no/reused';
        about(judged).observes(
          clause,
          `the second one is ${outcome}`,
          `${operation.title}: repeated and ${outcome}`,
        );
      }
      if (outcome === 'accepted') seen.add(key);
    }
  },
};
