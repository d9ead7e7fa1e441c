import { largestBatch } from '../../generators/context.ts';
import { roomy } from '../../reports/statement/run-needs.ts';
import { objectOf } from '../../schemas/json.ts';
import { amountNeeded } from '../../schemas/left-out.ts';
import type { Limits } from '../../targets/file/limits.ts';
import { amountMoved } from '../../targets/sending/amount.ts';
import type { Rehearsal } from './rehearse.ts';

type Bound = 'requests' | 'amountPerRequest' | 'amountTotal';

/** A limit that would end tests, and what they need of it. */
export interface TooLow {
  readonly limit: Bound;
  readonly is: number;
  readonly needed: number;
}

/** Limits under which no test of a run would stop for them. */
export interface Enough {
  readonly tooLow: readonly TooLow[];
  /** Those that have to be raised, as a target file writes them. */
  readonly limits: {
    readonly requests?: number;
    readonly amountPerRequest?: string;
    readonly amountTotal?: string;
  };
}

/** What of the largest amount of a request a rehearsal needed and did not have; undefined where it ended no test. */
export function amountLacking({ tests, settings: { target } }: Rehearsal): number | undefined {
  const needed = tests.flatMap(({ skipped }) => (skipped === undefined ? [] : (amountNeeded(skipped) ?? [])));
  if (needed.length === 0) return undefined;
  // A test ends at the first request that names too much, and the largest batch comes later.
  const smallest = Math.max(0.01, ...(target.currencies ?? []).map((one) => Number(one.smallest ?? 0)));
  return Math.max(...needed, Number(largestBatch) * smallest);
}

function movedIn({ exchanges }: Rehearsal): number {
  const sum = exchanges.reduce(
    (all, { operation, sent }) => all + amountMoved(operation, objectOf(sent.value)),
    0,
  );
  return Math.round(sum * 10_000) / 10_000;
}

/**
 * How far limits have to be raised, from a rehearsal that none of them held back; undefined where they suit. Amounts are drawn up to the
 * largest one of a request: `lacking` is what that needed, where the rehearsal was made with more of it.
 */
export function enoughFor(rehearsal: Rehearsal, limits: Limits, lacking = 0): Enough | undefined {
  const needs: Readonly<Record<Bound, number>> = {
    requests: rehearsal.exchanges.length,
    amountPerRequest: lacking,
    amountTotal: movedIn(rehearsal),
  };
  const tooLow = (Object.keys(needs) as Bound[])
    .map((limit) => ({ limit, is: limits[limit], needed: needs[limit] }))
    .filter(({ is, needed }) => needed > is);
  if (tooLow.length === 0) return undefined;
  const raised = Object.fromEntries(
    tooLow.map(({ limit, needed }) => [
      limit,
      limit === 'requests' ? roomy(needed) : roomy(needed).toFixed(2),
    ]),
  );
  return { tooLow, limits: raised };
}
