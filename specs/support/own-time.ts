import type { TestInfo } from '@playwright/test';

/** The part of a test that its time limit is set by. */
export type Limited = Pick<TestInfo, 'timeout' | 'setTimeout'>;

/** Longest that one wait may take, in milliseconds: a visit with its turns and its second look, a state that settles slowly. */
const longestWait = 900_000;

interface Waits {
  /** Milliseconds that the test may take without its waits; 0 for no limit. */
  readonly own: number;
  underWay: number;
  waited: number;
  since: number;
}

const known = new WeakMap<Limited, Waits>();

function waitsOf(info: Limited): Waits {
  const waits = known.get(info) ?? { own: info.timeout, underWay: 0, waited: 0, since: 0 };
  known.set(info, waits);
  return waits;
}

/**
 * Does what waits for others, so that its time is none of the test's: for an answer, for the pace that the target file asks for,
 * for a payment to settle, for a page. Each of these has a limit of its own, and a slow service conforms. Waits may overlap.
 */
export async function waiting<Result>(
  info: Limited,
  work: () => Promise<Result>,
  now: () => number = () => performance.now(),
): Promise<Result> {
  const waits = waitsOf(info);
  if (waits.own === 0) return work();
  const turn = (more: 1 | -1) => {
    const at = now();
    if (waits.underWay > 0) waits.waited += at - waits.since;
    waits.since = at;
    waits.underWay += more;
    info.setTimeout(waits.own + Math.ceil(waits.waited) + (waits.underWay > 0 ? longestWait : 0));
  };
  turn(1);
  try {
    return await work();
  } finally {
    turn(-1);
  }
}
