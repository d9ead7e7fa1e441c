import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: unknown;

/**
 * Gives back what this process no longer needs, in some hundredths of a second: one that reads long answers takes far more
 * than it needs before it is collected by itself.
 */
export function letGo(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  if (typeof collect === 'function') collect();
}

/**
 * Gives back all that can be given back, room for new values included, which takes several times as long: for a process that
 * waits from now on, and would keep it for as long as it waits.
 */
export async function letAllGo(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
