import { deciding } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** No result notification is ever sent. */
export const neverNotifies: Dialect = {
  name: 'never-notifies',
  reason: '6.1 names the address of a notification, but when and how often it is sent is not shown.',
  declares: { warns: [] },
  change: deciding({ notices: 0 }),
};
