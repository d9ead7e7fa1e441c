import { refusingWith } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Refusals with an empty body. */
export const refusesWithNothing: Dialect = {
  name: 'refuses-with-nothing',
  reason: '7.8: error bodies are not shown, and an empty one is a body too.',
  declares: { warns: [] },
  change: refusingWith(401, '', () => ''),
};
