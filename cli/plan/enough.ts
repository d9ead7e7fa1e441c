import { objectOf } from '../../schemas/json.ts';
import { amountNeeded, limitReached } from '../../schemas/left-out.ts';
import { amountMoved } from '../../targets/amount.ts';
import type { Limits } from '../../targets/limits.ts';
import type { Rehearsal } from './rehearse.ts';
import type { OtherLimits } from './stand-in.ts';

/** Limits under which no test of a run would stop for them. */
export interface Enough {
  /** Those that have to be raised, as a target file writes them. */
  readonly limits: {
    readonly requests?: number;
    readonly amountPerRequest?: string;
    readonly amountTotal?: string;
  };
  /** Requests of a rehearsal under them. */
  readonly requests: number;
  /** Shortest time that the pace of the target leaves for them, in seconds. */
  readonly leastSeconds: number;
}

/** Rehearsals after which no further one is made: what a larger amount per request needs is known after one, mostly. */
const mostRehearsals = 3;

const unbounded = 999_999_999_999;

/** A number of two digits and noughts with some room above: another seed asks for a little more. */
function roomy(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number * 1.05)) - 1);
  return Math.ceil((number * 1.05) / unit) * unit;
}

function neededIn({ tests }: Rehearsal): number {
  return Math.max(
    0,
    ...tests.flatMap(({ skipped }) => (skipped === undefined ? [] : (amountNeeded(skipped) ?? []))),
  );
}

function movedIn({ exchanges }: Rehearsal): number {
  return exchanges.reduce(
    (sum, { operation, sent }) => sum + amountMoved(operation, objectOf(sent.value)),
    0,
  );
}

/** Tells whether a limit ended a test of a rehearsal. */
export function isLimited({ tests }: Pick<Rehearsal, 'tests'>): boolean {
  return tests.some(({ skipped }) => skipped !== undefined && limitReached(skipped) !== undefined);
}

/**
 * Rehearses without the limits that ended tests of a first rehearsal, and tells how far they have to be raised; undefined where
 * none has to be, or where no amount is enough.
 */
export async function findEnough(
  first: Rehearsal,
  limits: Limits,
  again: (others: OtherLimits) => Promise<Rehearsal>,
): Promise<Enough | undefined> {
  if (!isLimited(first)) return undefined;
  let rehearsal = first;
  let amountPerRequest = limits.amountPerRequest;
  for (let made = 0; made < mostRehearsals; made += 1) {
    amountPerRequest = Math.max(amountPerRequest, roomy(neededIn(rehearsal)));
    rehearsal = await again({ requests: unbounded, amountTotal: unbounded, amountPerRequest });
    if (!isLimited(rehearsal)) return raised(rehearsal, limits, amountPerRequest);
  }
  return undefined;
}

function raised(rehearsal: Rehearsal, limits: Limits, amountPerRequest: number): Enough {
  const requests = rehearsal.exchanges.length;
  const amount = movedIn(rehearsal);
  return {
    limits: {
      ...(requests > limits.requests ? { requests: roomy(requests) } : {}),
      ...(amountPerRequest > limits.amountPerRequest
        ? { amountPerRequest: amountPerRequest.toFixed(2) }
        : {}),
      ...(amount > limits.amountTotal ? { amountTotal: roomy(amount).toFixed(2) } : {}),
    },
    requests,
    leastSeconds: Math.ceil(requests / limits.requestsPerSecond),
  };
}
