import { escapeMarkup } from '../write/xml.ts';
import type { Acquirer } from './acquirer.ts';
import { orderNumbersOnce, refusesWith } from './habits/answers.ts';
import { behindPrefix, limitsRate, packsAnswers, setsCookies } from './habits/wire.ts';
import { oneStep } from './lives.ts';

/** An acquirer behind the gateway of a bank. */
export const gateway: Acquirer = {
  name: 'gateway',
  description: 'An acquirer behind the gateway of a bank, which has its own mind about traffic.',
  habits: [
    behindPrefix('/gateway/acquiring'),
    limitsRate(100),
    packsAnswers,
    setsCookies,
    orderNumbersOnce,
    refusesWith({
      statuses: { signature: 401, unknown: 404 },
      otherwise: 400,
      contentType: 'text/html; charset=utf-8',
      text: ({ text }) =>
        `<!DOCTYPE html><html><head><title>Request rejected</title></head><body><h1>Request rejected</h1><p>${escapeMarkup(text)}</p></body></html>`,
      words: 'pages for people under 400, 401 and 404',
    }),
  ],
  life: oneStep,
  announces: [],
};
