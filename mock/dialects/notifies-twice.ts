import { deciding } from '../manner.ts';
import type { Dialect } from './dialect.ts';

/** Every result notification is sent twice. */
export const notifiesTwice: Dialect = {
  name: 'notifies-twice',
  reason: '6.3: how the notification is retried is not shown.',
  declares: { warns: [] },
  change: deciding({ notices: 2 }),
};
