import type { Acquirer } from './acquirer.ts';
import { orderNumbersOf, refusesWith } from './habits/answers.ts';
import { capturesBeforeRefund } from './habits/captures.ts';
import { answersBeforeBooking, cancelsBehindTheAnswer, settlesAfter } from './habits/settlement.ts';
import { twoStepsLater } from './lives.ts';

/** An acquirer whose books are kept elsewhere. */
export const settlesLater: Acquirer = {
  name: 'settles-later',
  description:
    'An acquirer whose books are kept elsewhere: it answers at once, and settles when the books say so.',
  habits: [
    answersBeforeBooking,
    capturesBeforeRefund,
    settlesAfter(2),
    cancelsBehindTheAnswer,
    orderNumbersOf(24, /[A-Z0-9-]/, 'capitals, digits and hyphens'),
    refusesWith({
      statuses: {},
      otherwise: 200,
      contentType: 'application/json',
      text: ({ text }) => JSON.stringify({ return_status: '0', return_message: text }),
      words: '200 with the two words of the envelope and nothing else, where JSON is answered',
    }),
  ],
  life: twoStepsLater,
  announces: [],
};
