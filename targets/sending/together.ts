import type { OperationId } from '../../schemas/types.ts';
import { SendingStopped } from '../refused-send.ts';
import type { Pace } from './pace.ts';

/** Requests that must be sent at the same time: each waits for all of them. */
export type SimultaneousGroup = ReturnType<typeof openSimultaneousGroup>;

/** Opens a group of `count` requests, which are all sent in one turn of the process, or none of them. */
export function openSimultaneousGroup(count: number) {
  let missing = count;
  let decide = (_isSent: boolean) => {};
  const decision = new Promise<boolean>((decided) => {
    decide = decided;
  });
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
    /** Resolves when all requests are ready to be sent; throws if one of them will not be. */
    async ready(operation: OperationId): Promise<void> {
      missing -= 1;
      if (missing === 0) decide(true);
      if (!(await decision))
        throw new SendingStopped('another request of the same moment was not sent', operation);
    },
    /** Reports the end of one request; if others are not ready yet, none of the group is sent any more. */
    end(): void {
      if (missing > 0) decide(false);
    },
  };
}
