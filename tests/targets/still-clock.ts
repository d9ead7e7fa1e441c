import type { Clock } from '../../targets/clock.ts';

/** A clock that stands still until somebody sleeps, and then jumps; `slept` lists the pauses. */
export function stillClock(): Clock & { readonly slept: number[] } {
  let time = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      time += milliseconds;
    },
  };
}
