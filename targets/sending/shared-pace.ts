import type { Clock } from '../clock.ts';
import { SendingStopped } from '../refused-send.ts';
import type { Target } from '../target.ts';
import { createPace, type Pace } from './pace.ts';
import { lineToRunner, listenToWorkers } from './worker-lines.ts';

/** What the workers of a runner share: places and moments for requests, and for looking at pages; by the variable that names where they are handed out. */
const shared = { sending: 'CONFORMANCE_SENDING', looking: 'CONFORMANCE_LOOKING' } as const;
type Shared = keyof typeof shared;

/** As many turns as there are: who takes them all is alone. */
export const everyTurn = Number.MAX_SAFE_INTEGER;
const openTurns = () => createPace({ requestsPerSecond: Number.POSITIVE_INFINITY, concurrent: everyTurn });

/** A worker asks for so many places under a number of its own, gives them back, or lets nothing more go for a while, in milliseconds. */
type Asked = readonly ['take', number, number] | readonly ['leave', number] | readonly ['hold', number];

/** Hands out places of a pace to the workers that this process starts from now on; a worker that dies gives its places back. */
function share(what: Shared, pace: Pace): void {
  listenToWorkers(shared[what], (answer) => {
    const taken = new Map<number, () => void>();
    let isGone = false;
    return {
      line(text) {
        const [verb, number, places] = JSON.parse(text) as Asked;
        if (verb === 'hold') pace.hold(number);
        else if (verb === 'leave') {
          taken.get(number)?.();
          taken.delete(number);
        } else
          void pace.run(
            () =>
              new Promise<void>((leave) => {
                if (isGone) return leave();
                taken.set(number, leave);
                answer(String(number));
              }),
            places,
          );
      },
      end() {
        isGone = true;
        for (const leave of taken.values()) leave();
      },
    };
  });
}

/** Lets the workers that this process starts from now on share the limits of a target, and their turns at looking at pages. */
export function shareAmongWorkers(
  { environment, limits }: Pick<Target, 'environment' | 'limits'>,
  clock?: Clock,
): void {
  // The embedded endpoint has nothing to guard.
  if (environment !== 'embedded') share('sending', createPace(limits, clock));
  share('looking', openTurns());
}

/**
 * The pace that all workers of a runner share; undefined for a process that is alone. Once `stopped` says so nothing waits any
 * more, as for a pace of its own; where the runner is gone, nothing goes.
 */
export function sharedPace(what: Shared, stopped?: AbortSignal): Pace | undefined {
  const waiting = new Map<number, { go(hasPlace: boolean): void; refuse(error: Error): void }>();
  const refusal = () => new SendingStopped('the end of the runner');
  let isOver = false;
  const runner = lineToRunner(shared[what], {
    line(text) {
      const number = Number(text);
      const granted = waiting.get(number);
      waiting.delete(number);
      if (granted === undefined) tell('leave', number);
      else granted.go(true);
    },
    end() {
      isOver = true;
      for (const { refuse } of waiting.values()) refuse(refusal());
    },
  });
  if (runner === undefined) return undefined;
  const tell = (...asked: Asked) => runner.say(JSON.stringify(asked));
  let numbers = 0;
  const take = (number: number, places: number) =>
    new Promise<boolean>((go, refuse) => {
      if (stopped?.aborted) return go(false);
      if (isOver) return refuse(refusal());
      waiting.set(number, { go, refuse });
      tell('take', number, places);
    });
  stopped?.addEventListener('abort', () => {
    for (const { go } of waiting.values()) go(false);
    waiting.clear();
  });
  return {
    async run(send, places = 1) {
      numbers += 1;
      const number = numbers;
      const hasPlace = await take(number, places);
      try {
        return await send();
      } finally {
        if (hasPlace) tell('leave', number);
      }
    },
    hold: (milliseconds) => tell('hold', milliseconds),
  };
}

const ownTurns = openTurns();

/** Turns at looking at pages, which all workers of a runner share, else all in this process. */
export function turnsAtLooking(): Pace {
  return sharedPace('looking') ?? ownTurns;
}
