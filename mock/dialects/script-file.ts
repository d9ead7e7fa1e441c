import { onPage } from '../faults/alter.ts';
import type { Dialect } from './dialect.ts';

/** A redirect page that is posted by a script file of the service. */
export const scriptFile: Dialect = {
  name: 'script-file',
  reason: '2.8 says that a script adds inputs and that the page posts on load, not where the script stands.',
  declares: { warns: [] },
  touches: ['redirect-payment'],
  change: onPage((page) => ({ ...page, post: 'never', file: 'leave.js' })),
};
