import { allOf, wording } from '../manner.ts';
import { onEveryList } from './change-replies.ts';
import { allBut, type Dialect } from './dialect.ts';

/** Status fields with values that the document never saw. */
export const otherValues: Dialect = {
  name: 'other-values',
  reason:
    'Section 3 lists only the values seen and 2.14 leaves their sets open; the success forms of 7.1 to 7.3 stay.',
  declares: { warns: [] },
  touches: allBut('apm-payment', 'redirect-payment'),
  change: allOf(
    wording({
      call: { done: ['1', 'OK'], partly: ['207', 'partly done'], none: ['-1', 'nothing done'] },
      entry: { done: '1', failed: 'REFUSED' },
      refundMessage: { done: 'S0000:the refund is on its way', failedLetter: 'x' },
      order: { approved: 'A', declined: 'D', result: '0000:approved: thank you' },
      payment: { open: '1', paid: '2000', declined: '9', cancelled: '77', refunded: '123456' },
      queryResult: 'found',
      recurring: { active: 'running', inactive: 'Inactived' },
      payout: { done: 'PROCESSING', failed: 'RETURNED' },
    }),
    onEveryList((entries) => entries.map((entry) => ('is3ds' in entry ? { ...entry, is3ds: 'no' } : entry))),
  ),
};
