import { say } from '../../findings/say.ts';
import { sumExceeds } from '../values.ts';
import { areAtOnce, type HistoryCall, historiesOf, isRepeated } from './history.ts';
import type { RunRule } from './run-rule.ts';

const clause = '2.9/refund_amount/sum-above-amount';

/** 2.9: refunds in parts may be made; together they are no more than the amount, as one of them is not. */
export const refundSums: RunRule = {
  name: 'refund-sums',
  clauses: [clause],
  operations: ['refund'],
  check(run, about) {
    for (const { name, calls } of historiesOf(run)) {
      const done = new Map<string | undefined, HistoryCall[]>();
      for (const call of calls) {
        if (call.operation !== 'refund' || !call.isAllowed || call.outcome === 'unknown') continue;
        const before = done.get(call.transaction_id) ?? [];
        // An answer that repeats another one is no further refund.
        if (before.some((one) => isRepeated(one, call))) continue;
        const parts = [...before, call].map(({ amount = '' }) => amount);
        const isAbove = before.length > 0 && sumExceeds(parts, call.whole) === true;
        const notebook = about(call.judged);
        if (isAbove && !before.some((one) => areAtOnce(one, call))) {
          const word = call.outcome === 'done' ? 'accepted' : 'refused';
          notebook.observes(
            clause,
            word,
            `Refunds in parts above the amount, one after the other: are ${word}`,
          );
        }
        if (isAbove && call.outcome === 'done') {
          notebook.breaks(clause, {
            kind: 'value',
            path: '',
            expected: say('no-success-of-parts', [call.whole]),
            received: say('refunded-in-parts', [call.amount, parts.slice(0, -1).join(' + '), name]),
          });
        } else if (isAbove) notebook.holds(clause);
        if (call.outcome === 'done') done.set(call.transaction_id, [...before, call]);
      }
    }
  },
};
