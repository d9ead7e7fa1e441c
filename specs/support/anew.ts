import { mostFurther } from '../../generators/situations.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { pauseAsked } from '../../targets/pace.ts';

/** Tells an answer that asks for time and does nothing else: 429, or 503 with Retry-After. */
export function cameTooSoon({ exchange: { received } }: Pick<JudgedExchange, 'exchange'>): boolean {
  return pauseAsked(received) !== undefined;
}

/**
 * Makes a request and, as long as the answer is that it came too soon, another one in its place. What moves money is never
 * sent again: from the second attempt on (`attempt` counts from 0) it has to be about orders of its own.
 */
export async function anew(make: (attempt: number) => Promise<JudgedExchange>): Promise<JudgedExchange> {
  for (let attempt = 0; ; attempt += 1) {
    const judged = await make(attempt);
    if (attempt === mostFurther || !cameTooSoon(judged)) return judged;
  }
}

/**
 * Makes orders and prepares them; `prepare` returns the exchange that came too soon, if there was one. Then other orders take
 * their place, as an order must not be captured twice. Returns that exchange as `tooSoon` where no attempt was in time.
 */
export async function readied<Order>(
  make: (attempt: number) => Promise<readonly Order[]>,
  prepare: (orders: readonly Order[]) => Promise<JudgedExchange | undefined>,
): Promise<{ readonly orders: readonly Order[]; readonly tooSoon?: JudgedExchange }> {
  for (let attempt = 0; ; attempt += 1) {
    const orders = await make(attempt);
    const tooSoon = await prepare(orders);
    if (tooSoon === undefined) return { orders };
    if (attempt === mostFurther) return { orders, tooSoon };
  }
}
