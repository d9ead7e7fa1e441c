import { refusingWith } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Refusals as 400 with JSON. */
export const refusesWith400: Dialect = {
  name: 'refuses-with-400',
  reason:
    '7.8: error bodies are not shown, so a call that breaks a rule may be refused with 400 and JSON of any kind.',
  declares: { warns: [] },
  change: refusingWith(400, 'application/json', (reason) => JSON.stringify({ errors: [{ detail: reason }] })),
};
