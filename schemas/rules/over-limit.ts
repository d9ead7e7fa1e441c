import { say } from '../findings/say.ts';
import { operationsOf } from '../operations.ts';
import { entriesOf, entrySucceeded } from '../outcome.ts';
import { sentEntries } from './entry-match.ts';
import type { Rule } from './rule.ts';

/** Section 8: a batch over the limit ought not to be processed; the limit binds the caller, so that is implied only. */
export const overLimit: Rule = {
  name: 'over-limit',
  clauses: operationsOf('batch').map((id) => `8/${id}/over-limit`),
  operations: operationsOf('batch'),
  looksAt: 'exchange',
  check(view, notebook) {
    const { batch, id } = view.operation;
    const orders = sentEntries(view).length;
    if (batch === undefined || orders <= batch.limit || !view.comparable) return;
    if (view.outcome !== 'refused' && view.outcome !== 'accepted') return;
    const clause = `8/${id}/over-limit`;
    const processed = entriesOf(view.operation, view.answer).filter((entry) =>
      entrySucceeded(view.operation, entry),
    ).length;
    if (processed === 0) notebook.holds(clause);
    else
      notebook.breaks(clause, {
        kind: 'count',
        path: batch.field,
        expected: say('refusal-above', [], batch.limit),
        received: say('success-for', [], processed, orders),
      });
  },
};
