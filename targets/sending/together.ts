import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../schemas/types.ts';
import { SendingStopped } from '../refused-send.ts';
import type { Pace } from './pace.ts';

/** Requests that are to arrive at the same time: each is held back before its last byte until all of them are there. */
export type Together = ReturnType<typeof openTogether>;

/** As long as the network may take to bring what was sent before the last bytes, in milliseconds. */
const onTheWayMs = 50;
const arrival = () => sleep(onTheWayMs);

/** Opens the meeting of so many requests; once all are ready it waits until what was sent has arrived. */
export function openTogether(count: number, hasArrived: () => Promise<unknown> = arrival) {
  let missing = count;
  let isGivenUp = false;
  const waiting: { go(): void; stop(error: Error): void }[] = [];
  let inside = 0;
  let leave = () => {};
  let entered: Promise<void> | undefined;
  // Each alone would take a place that the others wait for. All are given back when the last one is over.
  const enter = (pace: Pace) =>
    new Promise<void>((go, stop) => {
      const stay = () =>
        new Promise<void>((over) => {
          leave = over;
          go();
        });
      pace.run(stay, count).catch(stop);
    });
  return {
    /** Runs what is sent of one of them in a pace, once there are places for all. */
    inPlaceOf:
      (pace: Pace): Pace['run'] =>
      async (send) => {
        inside += 1;
        try {
          entered ??= enter(pace);
          await entered;
          return await send();
        } finally {
          inside -= 1;
          if (inside === 0) {
            leave();
            entered = undefined;
          }
        }
      },
    /** Throws where one of the others will not be sent, so that this one is not sent either. */
    claim(operation: OperationId): void {
      if (isGivenUp) throw new SendingStopped('another request of the same moment was not sent', operation);
    },
    /** Says that one is out but for its last byte; resolves when all are, and rejects where one of them will not be. */
    ready(): Promise<void> {
      missing -= 1;
      if (isGivenUp) return Promise.reject(new Error('given up before its last byte was sent'));
      const gone = new Promise<void>((go, stop) => waiting.push({ go, stop }));
      if (missing === 0) {
        void hasArrived().then(() => {
          for (const { go } of waiting.splice(0)) go();
        });
      }
      return gone;
    },
    /** Says that one is over; those that still wait for it are given up. */
    end(): void {
      if (missing <= 0 || isGivenUp) return;
      isGivenUp = true;
      for (const { stop } of waiting.splice(0)) stop(new Error('given up before its last byte was sent'));
    },
  };
}
