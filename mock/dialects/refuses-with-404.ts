import { refusingWith } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Refusals as 404 with plain text. */
export const refusesWith404: Dialect = {
  name: 'refuses-with-404',
  reason: '7.8: error bodies are not shown; 404 is even documented for one operation (7.6).',
  declares: { warns: [] },
  change: refusingWith(404, 'text/plain; charset=utf-8', (reason) => `not found: ${reason}\n`),
};
