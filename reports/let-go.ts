import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: unknown;

/**
 * Gives back what this process no longer needs. A process that waits from now on would keep what it read for as long as it
 * waits, and one that reads long answers takes far more than it needs before it is collected by itself.
 */
export function letGo(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  if (typeof collect === 'function') collect();
}
