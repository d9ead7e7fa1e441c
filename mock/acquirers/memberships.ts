import { notifiesTwice } from '../dialects/conduct.ts';
import { showsInactived } from '../dialects/members.ts';
import type { Acquirer } from './acquirer.ts';
import { orderNumbersOf, refusesWith } from './habits/answers.ts';
import { cancelsByContract, entriesOnce, takesTerms } from './habits/payments.ts';
import { oneStep } from './lives.ts';

/** An acquirer of clubs and newspapers. */
export const memberships: Acquirer = {
  name: 'memberships',
  description: 'An acquirer of clubs and newspapers: what counts is the contract.',
  habits: [
    takesTerms({ contract_name: 'club-monthly', interval: 'month', interval_count: '1', billing_cycle: 12 }),
    cancelsByContract,
    entriesOnce,
    orderNumbersOf(20, /[A-Z0-9]/, 'capitals and digits'),
    {
      insists: 'The cancellation answers recurring_status Inactived.',
      because: showsInactived.reason,
      change: showsInactived.change,
    },
    {
      insists: 'Each result notification is sent twice.',
      because: notifiesTwice.reason,
      change: notifiesTwice.change,
    },
    refusesWith({
      statuses: { signature: 403, unknown: 404 },
      otherwise: 422,
      contentType: 'text/plain; charset=utf-8',
      text: ({ code, text }) => `${code} ${text}\n`,
      words: '422, 403 or 404 with one line of text',
    }),
  ],
  life: oneStep,
  announces: [],
};
