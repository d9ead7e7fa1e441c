import { fewerFields } from '../dialects/members.ts';
import type { Acquirer } from './acquirer.ts';
import { countedIdentifiers, leavesOut, refusesWith } from './habits/answers.ts';
import { capturesByItself } from './habits/captures.ts';
import { takesAmounts } from './habits/payments.ts';
import { neverCaptured } from './lives.ts';

/** A small acquirer for small shops. */
export const automatic: Acquirer = {
  name: 'automatic',
  description: 'A small acquirer for small shops: one step, few currencies, short answers.',
  habits: [
    capturesByItself,
    takesAmounts({
      EUR: { smallest: '1.00', largest: '500.00' },
      USD: { smallest: '1.00', largest: '750.00' },
      JPY: { smallest: '100.00', largest: '60000.00' },
    }),
    countedIdentifiers,
    leavesOut,
    refusesWith({
      statuses: { signature: 401, unknown: 404, terms: 422 },
      otherwise: 400,
      contentType: '',
      text: () => '',
      words: '400, 401, 404 or 422 with an empty body',
    }),
  ],
  life: neverCaptured,
  announces: fewerFields.warns ?? [],
};
