import { mostFurther } from '../../generators/situations.ts';
import { asksForTime, mayBeReplaced } from '../../schemas/history/states.ts';
import type { JudgedExchange } from '../../schemas/types.ts';

/** Whether the answer to a request asks for time and says nothing else. */
export function cameTooSoon({ exchange: { received } }: Pick<JudgedExchange, 'exchange'>): boolean {
  return asksForTime(received);
}

/**
 * Makes a request and, as long as the answer is that it came too soon, another one in its place. What moves money is never
 * sent again: from the second attempt on (`attempt` counts from 0) it has to be about orders of its own.
 */
export async function anew(
  make: (attempt: number) => Promise<JudgedExchange>,
  asksAgain: (judged: JudgedExchange) => boolean = cameTooSoon,
): Promise<JudgedExchange> {
  for (let attempt = 0; ; attempt += 1) {
    const judged = await make(attempt);
    if (attempt === mostFurther || !asksAgain(judged)) return judged;
  }
}

/** The same for what others build on or are compared with: also as long as the answer cannot be judged. */
export function decided(make: (attempt: number) => Promise<JudgedExchange>): Promise<JudgedExchange> {
  return anew(make, mayBeReplaced);
}
