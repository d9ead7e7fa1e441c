import { operationsOf } from '../operations.ts';
import type { ClauseId } from '../types.ts';
import { compareAsSent, sameText } from './as-sent.ts';
import { matchEntries } from './entry-match.ts';
import type { Rule } from './rule.ts';

const echoed: Readonly<Record<string, ClauseId>> = {
  amount: '2.9/amount/echo',
  currency: '2.9/currency/echo',
  refund_amount: '2.9/refund_amount/echo',
  refund_reason: '2.9/refund_reason/echo',
  review_flag: '2.9/review_flag/echo',
};

/** 2.9: a result entry repeats members of its order under the same names; that they keep their values is implied. */
export const batchEcho: Rule = {
  name: 'batch-echo',
  clauses: Object.values(echoed),
  operations: operationsOf('batch'),
  looksAt: 'answer',
  check(view, notebook) {
    if (!view.comparable || !view.fits) return;
    const { results, answers } = matchEntries(view);
    results.forEach((result, index) => {
      const orders = answers[index] ?? [];
      for (const [name, clause] of Object.entries(echoed)) {
        const received = result[name];
        // One order may be sent twice, with two amounts; each of them is then right.
        const sent = orders
          .map((order) => order[name])
          .filter((value): value is string => typeof value === 'string')
          // What an odd request leaves blank may be filled in.
          .filter((value) => value !== '' || view.grade !== 'broken');
        if (typeof received !== 'string' || sent.length === 0) continue;
        compareAsSent(notebook, {
          clause,
          path: `${view.operation.batch?.field}[${index}].${name}`,
          sent: sent.find((value) => sameText(value, received)) ?? sent[0] ?? '',
          received,
        });
      }
    });
  },
};
