import { createHash } from 'node:crypto';
import type { Origin } from '../schemas/types.ts';

/** Eight hex digits that are the same for the same test, ordinal and seed; `attempt` tells a re-sent read from the first. */
export function exchangeId(
  { test, ordinal, seed }: Pick<Origin, 'test' | 'ordinal' | 'seed'>,
  attempt = 0,
): string {
  const again = attempt === 0 ? '' : `#again ${attempt}`;
  return createHash('sha256').update(`${test}#${ordinal}#${seed}${again}`).digest('hex').slice(0, 8);
}
