import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what this process no longer needs: it waits for its runner from now on, and would keep what the opening read for
 * as long as the run takes.
 */
export function letGo(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
