import { roomy } from '../../reports/statement/run-needs.ts';
import { objectOf } from '../../schemas/json.ts';
import { amountNeeded } from '../../schemas/left-out.ts';
import { amountMoved } from '../../targets/amount.ts';
import type { Limits } from '../../targets/limits.ts';
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

function amountNeededIn({ tests }: Rehearsal): number {
  return Math.max(
    0,
    ...tests.flatMap(({ skipped }) => (skipped === undefined ? [] : (amountNeeded(skipped) ?? []))),
  );
}

function movedIn({ exchanges }: Rehearsal): number {
  const sum = exchanges.reduce(
    (all, { operation, sent }) => all + amountMoved(operation, objectOf(sent.value)),
    0,
  );
  return Math.round(sum * 10_000) / 10_000;
}

/** How far limits have to be raised, from a rehearsal that none but the largest amount of a request held back; undefined where they suit. */
export function enoughFor(rehearsal: Rehearsal, limits: Limits): Enough | undefined {
  const needs: Readonly<Record<Bound, number>> = {
    requests: rehearsal.exchanges.length,
    amountPerRequest: amountNeededIn(rehearsal),
    amountTotal: movedIn(rehearsal),
  };
  const tooLow = (Object.keys(needs) as Bound[])
    .map((limit) => ({ limit, is: limits[limit], needed: needs[limit] }))
    .filter(({ is, needed }) => needed > is);
  if (tooLow.length === 0) return undefined;
  const raised = (limit: Bound) => tooLow.some((one) => one.limit === limit);
  // Amounts are drawn up to the largest one, so that a larger one moves more.
  const larger = raised('amountPerRequest') ? roomy(needs.amountPerRequest) / limits.amountPerRequest : 1;
  const total = needs.amountTotal * larger;
  return {
    tooLow,
    limits: {
      ...(raised('requests') ? { requests: roomy(needs.requests) } : {}),
      ...(raised('amountPerRequest') ? { amountPerRequest: roomy(needs.amountPerRequest).toFixed(2) } : {}),
      ...(total > limits.amountTotal ? { amountTotal: roomy(total).toFixed(2) } : {}),
    },
  };
}
