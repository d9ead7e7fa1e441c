import { hash } from 'node:crypto';
import type { Origin } from '../schemas/types.ts';

/** Ten hex digits that are the same for the same file, test, ordinal and seed; `attempt` tells a re-sent read from the first. */
export function exchangeId(
  { file, test, ordinal, seed }: Pick<Origin, 'file' | 'test' | 'ordinal' | 'seed'>,
  attempt = 0,
): string {
  // The sources and the compiled suite give the same ids.
  const place = (file ?? '').replace(/\.[jt]s$/, '');
  const again = attempt === 0 ? '' : `#again ${attempt}`;
  return hash('sha256', `${place}#${test}#${ordinal}#${seed}${again}`).slice(0, 10);
}
