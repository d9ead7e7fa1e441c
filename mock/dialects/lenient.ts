import { deciding } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** Requests that the document does not allow are taken, and what was sent comes back. */
export const lenient: Dialect = {
  name: 'lenient',
  reason:
    '2.14 shows neither which fields are required nor their formats, and 7.8 shows no refusal: input may be taken as it is.',
  declares: { warns: [] },
  change: deciding({ checksSchema: () => false }),
};
