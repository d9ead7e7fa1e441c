import { deciding } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** Batches of any size, answered entry by entry. */
export const overLimitOneByOne: Dialect = {
  name: 'over-limit-one-by-one',
  reason:
    'The limits of section 8 bind the caller; what the service does beyond them is not shown. One entry per order still comes back (1.3).',
  declares: {
    warns: ['8/capture/over-limit', '8/review/over-limit', '8/cancel/over-limit', '8/refund/over-limit'],
  },
  touches: ['capture', 'review', 'cancel', 'refund'],
  change: deciding({ mostEntries: () => Number.POSITIVE_INFINITY, fewestEntries: 0 }),
};
