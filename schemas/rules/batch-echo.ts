import { operationsOf } from '../operations.ts';
import { isBlank } from '../outcome.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject } from '../types.ts';
import { compareAsSent, sameText } from './as-sent.ts';
import { matchEntries } from './entry-match.ts';
import type { Rule } from './rule.ts';

const echoed: Readonly<Record<string, ClauseId>> = table({
  amount: '2.9/amount/echo',
  currency: '2.9/currency/echo',
  refund_amount: '2.9/refund_amount/echo',
  refund_reason: '2.9/refund_reason/echo',
  review_flag: '2.9/review_flag/echo',
});

const members = Object.entries(echoed);

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
      for (const [name, clause] of members) {
        const received = result[name];
        if (typeof received !== 'string') continue;
        const sent = nearestSent(orders, name, received);
        if (sent === received) notebook.holds(clause);
        else if (sent !== undefined) {
          const path = `${view.operation.batch?.field}[${index}].${name}`;
          compareAsSent(notebook, { clause, path, sent, received });
        }
      }
    });
  },
};

/**
 * What was sent under a name: one order may be sent twice, with two amounts, and each of them is then right. What is left
 * blank may be filled in.
 */
function nearestSent(orders: readonly JsonObject[], name: string, received: string): string | undefined {
  let first: string | undefined;
  for (const { [name]: sent } of orders) {
    if (typeof sent !== 'string' || (isBlank(sent) && sent !== received)) continue;
    if (sameText(sent, received)) return sent;
    first ??= sent;
  }
  return first;
}
