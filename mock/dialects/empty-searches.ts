import { deciding } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** Searches that list nothing. */
export const emptySearches: Dialect = {
  name: 'empty-searches',
  reason: '4.4 and 4.10: how the orders and refunds to return are selected is not shown, so none may be.',
  declares: { warns: [] },
  touches: ['query', 'refund-search'],
  change: deciding({ mostListed: () => 0 }),
};
