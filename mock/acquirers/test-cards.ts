import { deciding, wording } from '../manner.ts';
import { plainManner } from '../plain.ts';
import type { Acquirer } from './acquirer.ts';
import { orderNumbersOnce } from './habits/answers.ts';
import { operatorCards } from './habits/payments.ts';
import { oneStep } from './lives.ts';

/** A sandbox with its own cards. */
export const testCards: Acquirer = {
  name: 'test-cards',
  description:
    'A sandbox with its own cards: what happens is decided by the card, and told in codes of its own.',
  habits: [
    operatorCards([
      { card: '4507990000004905' },
      { card: '5299910010000015' },
      { card: '4507990000000010', declined: { code: '2151', text: 'do not honour' } },
      { card: '5299910010000023', declined: { code: '2116', text: 'insufficient funds' } },
    ]),
    orderNumbersOnce,
    {
      insists:
        'payment_status has values of its own: 1000 open, 2000 paid, 2900 declined, 3100 cancelled, 3200 refunded; a failed entry has status 9.',
      because: 'Section 3 lists only the values seen, and their meaning is not shown.',
      change: wording({
        payment: { open: '1000', paid: '2000', declined: '2900', cancelled: '3100', refunded: '3200' },
        entry: { done: plainManner.words.entry.done, failed: '9' },
        call: { ...plainManner.words.call, partly: ['8', 'see entries'], none: ['9', 'rejected'] },
      }),
    },
    {
      insists: 'It sends no result notification: its merchants query; it announces that 6.1 speaks of one.',
      because: '6.1 names the address of a notification; when and how often it is sent is not shown.',
      change: deciding({ notices: 0 }),
    },
  ],
  life: oneStep,
  announces: ['6.1/notification/sent'],
};
