import type { Acquirer } from './acquirer.ts';
import {
  orderNumbersOnce,
  refusesWith,
  signsAnswers,
  signsFields,
  uuidIdentifiers,
} from './habits/answers.ts';
import { cancelsBeforeCapture, capturesBeforeRefund } from './habits/captures.ts';
import { twoSteps } from './lives.ts';

/** An acquirer of two steps. */
export const captureFirst: Acquirer = {
  name: 'capture-first',
  description:
    'An acquirer of two steps: authorised first, captured by the merchant, and only then refunded.',
  habits: [
    capturesBeforeRefund,
    cancelsBeforeCapture,
    orderNumbersOnce,
    uuidIdentifiers,
    signsFields(['account_id', 'order_no', 'amount', 'currency', 'merchant_id']),
    signsAnswers,
    refusesWith({
      statuses: {},
      otherwise: 400,
      contentType: 'application/json',
      text: ({ code, text }) => JSON.stringify({ errors: [{ code, detail: text }] }),
      words: '400 with JSON',
    }),
  ],
  life: twoSteps,
  announces: [],
};
