import { say, sayValue } from '../findings/say.ts';
import { entrySucceeded } from '../outcome.ts';
import { compareDecimals } from './decimals.ts';
import { matchEntries } from './entry-match.ts';
import type { Rule } from './rule.ts';

const clause = '2.9/refund_amount/within-amount';

/** 2.9: refund_amount may be smaller than amount, so a larger one ought not to be refunded. */
export const refundAmount: Rule = {
  name: 'refund-amount',
  clauses: [clause],
  operations: ['refund'],
  looksAt: 'answer',
  check(view, notebook) {
    if (!view.comparable || !view.fits) return;
    const { results, answers } = matchEntries(view);
    results.forEach((result, index) => {
      const [order, ...others] = answers[index] ?? [];
      if (order === undefined || others.length > 0) return;
      const above = compareDecimals(order.refund_amount, order.amount);
      if (above === undefined || above <= 0) return;
      if (!entrySucceeded(view.operation, result)) notebook.holds(clause);
      else {
        notebook.breaks(clause, {
          kind: 'value',
          path: `refund_orders[${index}].refund_status`,
          expected: say('no-success-above', [order.refund_amount, order.amount]),
          received: sayValue(result.refund_status),
        });
      }
    });
  },
};
