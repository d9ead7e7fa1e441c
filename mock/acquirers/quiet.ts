import { noSignatureEcho, payerLeftOut, shuffledEntries } from '../dialects/members.ts';
import { noTypes } from '../dialects/style.ts';
import type { Acquirer } from './acquirer.ts';
import { refusesWith, uuidIdentifiers } from './habits/answers.ts';
import { takesAmounts } from './habits/payments.ts';
import { oneStep } from './lives.ts';

/** An acquirer that says no more than it must. */
export const quiet: Acquirer = {
  name: 'quiet',
  description: 'An acquirer that says no more than it must.',
  habits: [
    takesAmounts({
      EUR: { smallest: '0.01', largest: '99999.99' },
      GBP: { smallest: '0.01', largest: '99999.99' },
    }),
    uuidIdentifiers,
    {
      insists: 'Answers of query and APM payments carry no encryption_data.',
      because: noSignatureEcho.reason,
      change: noSignatureEcho.change,
    },
    {
      insists: 'Result entries and listed records come in an order of their own.',
      because: shuffledEntries.reason,
      change: shuffledEntries.change,
    },
    {
      insists: 'Payout results name neither payer nor source.',
      because: payerLeftOut.reason,
      change: payerLeftOut.change,
    },
    { insists: 'Answers have no Content-Type.', because: noTypes.reason, change: noTypes.change },
    refusesWith({
      statuses: {},
      otherwise: 404,
      contentType: '',
      text: () => '',
      words: '404 with an empty body, whatever is wrong',
    }),
  ],
  life: oneStep,
  announces: [],
};
