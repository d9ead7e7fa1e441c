import { without } from '../faults/alter.ts';
import { onEveryAnswer } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Payout results without the payer and the source. */
export const payerLeftOut: Dialect = {
  name: 'payer-left-out',
  reason:
    '2.13 leaves out "the payer part of source", which is defined nowhere, so payer and source may be missing (C-04).',
  declares: { warns: [] },
  touches: ['payout'],
  change: onEveryAnswer((value, { operation }) =>
    operation === 'payout' ? without(value, 'payer', 'source_amount', 'source_currency') : value,
  ),
};
