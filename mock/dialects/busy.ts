import { digestOf, numberFrom } from '../derive.ts';
import type { Change } from '../manner.ts';
import { keep } from '../state/bounded.ts';
import type { Dialect } from './dialect.ts';

// Remembered requests that were turned away once, so that the same one is taken when it comes again.
const mostRemembered = 5_000;

const turningAway: Change = (manner) => ({
  ...manner,
  turnAway(about) {
    const digest = digestOf(about.operation, JSON.stringify(about.request));
    if (numberFrom(digest, 0, 12) !== 0 || about.memo.has(digest)) return manner.turnAway(about);
    keep(about.memo, digest, 1, mostRemembered);
    return {
      form: 'text',
      status: 429,
      accepted: false,
      contentType: 'text/plain',
      text: 'too many requests\n',
      headers: { 'retry-after': '0' },
    };
  },
});

/** Now and then 429 with Retry-After; the same request is taken the second time. */
export const busy: Dialect = {
  name: 'busy',
  reason: 'Section 8: request rate limits are not shown, so a service may have some and say so as HTTP does.',
  declares: { warns: [] },
  change: turningAway,
};
