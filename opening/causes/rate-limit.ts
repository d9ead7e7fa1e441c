import { headerOf, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

/** The service answers 429. */
export const rateLimit: Suspicion = {
  kind: 'rate-limit',
  explain({ main, target }) {
    if (statusOf(main) !== 429) return undefined;
    const asked = headerOf(main, 'retry-after');
    return {
      key: 'limits.requestsPerSecond',
      says: `the service takes no more requests for now (429${asked === undefined ? '' : `, Retry-After ${asked}`})`,
      advice: `Wait, ask the operator for the limit of the account, and lower limits.requestsPerSecond (now ${target.limits.requestsPerSecond}).`,
    };
  },
};
