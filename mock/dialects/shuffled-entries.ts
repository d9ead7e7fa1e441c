import { onEveryList } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Result entries and records in another order than sent or paid. */
export const shuffledEntries: Dialect = {
  name: 'shuffled-entries',
  reason: 'One result entry per order (1.3) says nothing of their order.',
  declares: { warns: [] },
  touches: ['query', 'capture', 'review', 'cancel', 'refund', 'refund-search'],
  change: onEveryList((entries) => [
    ...entries.filter((_entry, at) => at % 2 === 1).reverse(),
    ...entries.filter((_entry, at) => at % 2 === 0),
  ]),
};
