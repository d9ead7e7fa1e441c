import { entriesOf } from '../outcome.ts';
import type { Rule } from './rule.ts';

/** 4.4, 4.10: how the records to return are selected is not shown; a search by merchant and account lists what it lists. */
export const searchSelection: Rule = {
  name: 'search-selection',
  clauses: ['4.4/selection', '4.10/selection'],
  operations: ['query', 'refund-search'],
  looksAt: 'answer',
  check({ operation, answer, outcome }, notebook) {
    if (outcome !== 'accepted') return;
    const count = entriesOf(operation, answer).length;
    const word =
      count === 0
        ? 'lists nothing'
        : count === operation.lists?.limit
          ? 'lists as many as it may'
          : 'lists some';
    notebook.observes(`${operation.section}/selection`, word, `${operation.title}: ${word}`);
  },
};
