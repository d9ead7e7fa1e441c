import { mostRetries } from '../../generators/situations.ts';
import { asksToWait, mayBeReplaced } from '../../schemas/history/states.ts';
import type { JudgedExchange } from '../../schemas/types.ts';

/** Returns whether the answer asks for more time and says nothing else. */
export function isTooSoon({ exchange: { received } }: Pick<JudgedExchange, 'exchange'>): boolean {
  return asksToWait(received);
}

/**
 * Makes a request, and a new one while the answer is that it came too soon. A request that moves money is never sent
 * again: from the second attempt on (`attempt` counts from 0), it must use new orders.
 */
export async function withRetries(
  make: (attempt: number) => Promise<JudgedExchange>,
  asksAgain: (judged: JudgedExchange) => boolean = isTooSoon,
): Promise<JudgedExchange> {
  for (let attempt = 0; ; attempt += 1) {
    const judged = await make(attempt);
    if (attempt === mostRetries || !asksAgain(judged)) return judged;
  }
}

/** Like `withRetries`, for requests that others build on: also repeats while the answer cannot be judged. */
export function untilDecided(make: (attempt: number) => Promise<JudgedExchange>): Promise<JudgedExchange> {
  return withRetries(make, mayBeReplaced);
}
