import { operationOf, operationsOf } from '../../operations.ts';
import { areAtOnce, type HistoryCall, historiesOf } from './history.ts';
import type { RunRule } from './run-rule.ts';

const clauses = { payment: '2.1/order_no/reused', payout: '2.13/request_id/reused' } as const;

/** 2.1, 2.13: what happens to a second payment of one order_no or a second payout of one request_id is not shown. */
export const repeats: RunRule = {
  name: 'repeats',
  clauses: Object.values(clauses),
  operations: operationsOf('payment', 'payout'),
  check(run, about) {
    for (const { calls } of historiesOf(run)) {
      const accepted = new Map<string, HistoryCall>();
      for (const call of calls) {
        const { family, title } = operationOf(call.operation);
        const { outcome } = call.judged.judgement;
        const isKnown = outcome === 'accepted' || outcome === 'refused';
        if ((family !== 'payment' && family !== 'payout') || !call.isAllowed || !isKnown) continue;
        const before = accepted.get(call.operation);
        if (before !== undefined && !areAtOnce(before, call)) {
          const detail = `${title}: repeated one after the other and ${outcome}`;
          about(call.judged).observes(clauses[family], `the second one is ${outcome}`, detail);
        }
        if (outcome === 'accepted') accepted.set(call.operation, call);
      }
    }
  },
};
