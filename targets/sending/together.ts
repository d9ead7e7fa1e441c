import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../schemas/types.ts';
import { SendingStopped } from '../refused-send.ts';
import type { Pace } from './pace.ts';

/** Requests that must arrive at the same time: the last byte of each waits for all of them. */
export type SimultaneousGroup = ReturnType<typeof openSimultaneousGroup>;

/** Milliseconds that the network may need to deliver everything but the last bytes. */
const deliveryMs = 50;
const deliveryTime = () => sleep(deliveryMs);

/** Opens a group of `count` requests; when all are ready, it waits until the sent bytes have arrived. */
export function openSimultaneousGroup(count: number, hasArrived: () => Promise<unknown> = deliveryTime) {
  let missing = count;
  let isGivenUp = false;
  const waiting: { go(): void; stop(error: Error): void }[] = [];
  let inside = 0;
  let leave = () => {};
  let entered: Promise<void> | undefined;
  // The group takes its places together, since single ones would block each other; all are freed at its end.
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
    /** Runs the send of one request in a pace, once there are places for all. */
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
    /** Throws if another request of the group will not be sent, so that this one is not sent either. */
    claim(operation: OperationId): void {
      if (isGivenUp) throw new SendingStopped('another request of the same moment was not sent', operation);
    },
    /** Reports one request sent except its last byte; resolves when all are, rejects if one will not be. */
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
    /** Reports the end of one request; those that still wait for it are given up. */
    end(): void {
      if (missing <= 0 || isGivenUp) return;
      isGivenUp = true;
      for (const { stop } of waiting.splice(0)) stop(new Error('given up before its last byte was sent'));
    },
  };
}
