import { digestOf } from '../derive.ts';
import { onEveryAnswer } from './change-replies.ts';
import { allBut, type Dialect } from './dialect.ts';

/** A signature of the answer's own, in capitals, in every answer. */
export const ownSignature: Dialect = {
  name: 'own-signature',
  reason:
    '5.1: answers echo a value, and 5.5 does not show which; 64 hexadecimal characters may be capitals (5.2, C-02).',
  declares: { warns: [] },
  touches: allBut('redirect-payment'),
  change: onEveryAnswer((value) => ({
    ...value,
    encryption_data: digestOf('answer', JSON.stringify(value)).toUpperCase(),
  })),
};
