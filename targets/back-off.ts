import type { Answer, NoAnswer, OperationId } from '../schemas/types.ts';
import { type Clock, systemClock } from './clock.ts';
import { pauseAsked } from './pace.ts';
import { ServiceBusy } from './refused-send.ts';

/**
 * Longest that is waited because of 429 and 503, in milliseconds: for one answer, within one test, and on end without
 * another answer. A service that asks for more is left alone for as long as it asks, and what follows is not tested.
 */
export const longestBackOff = 60_000;

/** Keeps to what a service asks for with 429 and 503, within bounds. */
export interface BackOff {
  /** Throws `ServiceBusy` when the service wants to be left alone for longer than a test may wait. */
  claim(operation: OperationId, test: string): void;
  /** Counts an answer; how long to wait now, in milliseconds, or undefined where it asks for nothing. */
  after(received: Answer | NoAnswer, test: string): number | undefined;
}

/** Makes the back-off of one worker. */
export function createBackOff(clock: Clock = systemClock): BackOff {
  let heldUntil = 0;
  let onEnd = 0;
  let within = { test: '', waited: 0 };
  let leftAlone: { readonly until: number; readonly asked: number } | undefined;
  const wait = (asked: number, test: string) => {
    const now = clock.now();
    // Requests beside each other that are all refused wait only once.
    const longer = Math.max(0, now + asked - Math.max(now, heldUntil));
    heldUntil = Math.max(heldUntil, now + asked);
    onEnd += longer;
    if (within.test !== test) within = { test, waited: 0 };
    within.waited += longer;
  };
  return {
    claim(operation, test) {
      if (leftAlone !== undefined && clock.now() < leftAlone.until)
        throw new ServiceBusy(
          operation,
          `it asks to wait ${Math.ceil(leftAlone.asked / 1000)} s (Retry-After)`,
        );
      if (onEnd >= longestBackOff) throw new ServiceBusy(operation, 'nothing but 429 and 503 came on end');
      if (within.test === test && within.waited >= longestBackOff)
        throw new ServiceBusy(operation, 'it kept asking to wait within one test');
    },
    after(received, test) {
      const asked = pauseAsked(received);
      if (asked === undefined) {
        const isServed = received.kind === 'answer' && received.status !== 429 && received.status !== 503;
        if (isServed) onEnd = 0;
        return undefined;
      }
      if (asked > longestBackOff) {
        leftAlone = { until: clock.now() + asked, asked };
        return 0;
      }
      wait(asked, test);
      return asked;
    },
  };
}
