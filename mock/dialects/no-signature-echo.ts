import { without } from '../faults/alter.ts';
import { onEveryAnswer } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** No signature where only 5.1 speaks of one. */
export const noSignatureEcho: Dialect = {
  name: 'no-signature-echo',
  reason: '2.7 and 2.10 list no encryption_data although 5.1 says that answers echo a value (C-02).',
  declares: { warns: [] },
  touches: ['query', 'apm-payment'],
  change: onEveryAnswer((value, { operation }) =>
    operation === 'query' || operation === 'apm-payment' ? without(value, 'encryption_data') : value,
  ),
};
