import { asksToWait } from '../../schemas/history/states.ts';
import type { Answer, NoAnswer, OperationId } from '../../schemas/types.ts';
import { type Clock, systemClock } from '../clock.ts';
import { ServiceBusy } from '../refused-send.ts';

/**
 * Longest wait because of 429 and 503, in milliseconds: for one answer, within one test, and in a row without another
 * answer. If a service asks for more, nothing is sent for that time, and later tests are not tested.
 */
export const longestBackOff = 60_000;

/** Waits as a service asks with 429 and 503, within limits. */
export type BackOff = ReturnType<typeof createBackOff>;

/** Makes the back-off of one worker. */
export function createBackOff(clock: Clock = systemClock) {
  let heldUntil = 0;
  let onEnd = 0;
  let within = { test: '', waited: 0 };
  let leftAlone: { readonly until: number; readonly asked: number } | undefined;
  const wait = (asked: number, test: string) => {
    const now = clock.now();
    // Concurrent requests that are all refused wait only once.
    const longer = Math.max(0, now + asked - Math.max(now, heldUntil));
    heldUntil = Math.max(heldUntil, now + asked);
    onEnd += longer;
    if (within.test !== test) within = { test, waited: 0 };
    within.waited += longer;
  };
  return {
    /** Throws `ServiceBusy` if the service asks for a longer pause than a test may wait. */
    claim(operation: OperationId, test: string): void {
      if (leftAlone !== undefined && clock.now() < leftAlone.until)
        throw new ServiceBusy(
          operation,
          `it asks to wait ${Math.ceil(leftAlone.asked / 1000)} s (Retry-After)`,
        );
      if (onEnd >= longestBackOff) throw new ServiceBusy(operation, 'nothing but 429 and 503 came on end');
      if (within.test === test && within.waited >= longestBackOff)
        throw new ServiceBusy(operation, 'it kept asking to wait within one test');
    },
    /** Counts an answer; returns how long to wait, in milliseconds, or undefined if it asks for no wait. */
    after(received: Answer | NoAnswer, test: string): number | undefined {
      const asked = requestedPause(received);
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

/** Delays requests until they may be sent. */
export type Pace = ReturnType<typeof createPace>;

/**
 * The slowdown after a service asks to wait, as gaps in milliseconds. The largest gap lets a run of thousands end even
 * if no pace is slow enough; after `until` requests without 429 and 503 the pace rises, as the service may have been
 * busy only for a moment.
 */
const slowdown = { least: 5, factor: 1.5, most: 500, until: 100 } as const;

/** Makes a pace with limits per second and at a time. After `stopped` nothing waits: the sender refuses to send. */
export function createPace(
  { requestsPerSecond, concurrent }: { readonly requestsPerSecond: number; readonly concurrent: number },
  clock: Clock = systemClock,
  stopped?: AbortSignal,
) {
  const usual = 1000 / requestsPerSecond;
  let gap = usual;
  let unasked = 0;
  const waiting: { readonly places: number; readonly by: object; go(): void }[] = [];
  const held = new WeakMap<object, number>();
  const heldBy = (by: object) => held.get(by) ?? 0;
  const count = (by: object, places: number) => void held.set(by, heldBy(by) + places);
  let free = concurrent;
  let nextStart = 0;
  let heldUntil = 0;

  // The sharer with the fewest places is next, so that one with many does not hold up sequential ones; among equals,
  // the first to ask. A request for several places is not overtaken.
  const handOut = (): void => {
    for (;;) {
      let [next] = waiting;
      for (const one of waiting) if (next !== undefined && heldBy(one.by) < heldBy(next.by)) next = one;
      if (next === undefined || next.places > free) return;
      waiting.splice(waiting.indexOf(next), 1);
      free -= next.places;
      count(next.by, next.places);
      next.go();
    }
  };
  const enter = async (places: number, by: object): Promise<void> => {
    await new Promise<void>((go) => {
      waiting.push({ places, by, go });
      handOut();
    });
    while (stopped?.aborted !== true) {
      const now = clock.now();
      if (nextStart <= now) {
        nextStart = now + gap * places;
        unasked += 1;
        if (unasked % slowdown.until === 0)
          gap = gap <= slowdown.least ? usual : Math.max(usual, gap / slowdown.factor);
        return;
      }
      await clock.sleep(nextStart - now, stopped);
    }
  };

  stopped?.addEventListener('abort', () => {
    free = Number.POSITIVE_INFINITY;
    handOut();
  });

  return {
    /** Runs a send when a time slot and the requested places, at most all, are free; `by` identifies the sharer. */
    async run<Result>(send: () => Promise<Result>, asked = 1, by: object = waiting): Promise<Result> {
      const places = Math.min(asked, concurrent);
      await enter(places, by);
      try {
        return await send();
      } finally {
        free += places;
        count(by, -places);
        handOut();
      }
    },
    /** Delays new requests for a time in milliseconds, and slows later ones; those under way continue. */
    hold(milliseconds: number): void {
      const now = clock.now();
      unasked = 0;
      // Concurrent refused requests count once; a service that asks for no time needs no slower pace.
      if (milliseconds > 0 && now >= heldUntil)
        gap = Math.max(gap, Math.min(slowdown.most, Math.max(slowdown.least, gap * slowdown.factor)));
      heldUntil = Math.max(heldUntil, now + milliseconds);
      nextStart = Math.max(nextStart, heldUntil);
    },
  };
}

/** The wait that an answer 429 or 503 asks for, in milliseconds, one second by default; undefined for others. */
export function requestedPause(received: Answer | NoAnswer, now: Date = new Date()): number | undefined {
  if (!asksToWait(received)) return undefined;
  const asked = received.headers['retry-after']?.trim();
  if (asked === undefined) return 1000;
  const milliseconds = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now.getTime();
  return Number.isNaN(milliseconds) ? 1000 : Math.max(0, milliseconds);
}
