import type { JudgedExchange } from '../../schemas/types.ts';
import type { Caller } from './caller.ts';

/** Makes calls until one shows what is looked for, and tells whether any did; the rest of them is not sent. */
export async function callUntil(
  caller: Caller,
  shows: (judged: JudgedExchange) => boolean,
  call: (caller: Caller) => Promise<unknown>,
): Promise<boolean> {
  const seen = Symbol('seen');
  const watching: Caller = {
    exchanges: caller.exchanges,
    async send(...words) {
      const judged = await caller.send(...words);
      if (shows(judged)) throw seen;
      return judged;
    },
  };
  try {
    await call(watching);
    return false;
  } catch (reason) {
    if (reason === seen) return true;
    throw reason;
  }
}
