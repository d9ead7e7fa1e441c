import { headerOf, statusOf } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

/** A gateway answers that the service is away for a while. */
export const maintenance: Suspicion = {
  kind: 'maintenance',
  explain({ main }) {
    const status = statusOf(main) ?? 0;
    if (status < 502 || status > 504) return undefined;
    const until = headerOf(main, 'retry-after');
    return {
      says: `the service is not available (${status}${until === undefined ? '' : `, Retry-After ${until}`})`,
      advice: 'Run again when the service is back; nothing in the target file is wrong by what one can see.',
    };
  },
};
