import { onEveryAnswer } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** The cancellation's own answer names the new state. */
export const showsInactived: Dialect = {
  name: 'shows-inactived',
  reason:
    '4.8 says that the subscription becomes Inactived, without a field that shows it (C-07): any field may.',
  declares: { warns: [] },
  touches: ['cancel-subscription'],
  change: onEveryAnswer((value, { operation }) =>
    operation === 'cancel-subscription' && value.cancel_status === '1'
      ? { ...value, recurring_status: 'Inactived' }
      : value,
  ),
};
