import { type Arbitrary, asyncModelRun, commands } from 'fast-check';
import type { MakeContext } from './context.ts';
import { createJourney, type Journey, type Stage } from './sequences/model.ts';
import { orderSteps } from './sequences/order-steps.ts';
import { payOutSteps, paySteps, type Step } from './sequences/payment-steps.ts';
import { cancelSubscriptionSteps, searchSteps } from './sequences/search-steps.ts';

export type { Stage };

/** What a sequence may do. */
export interface SequenceOptions {
  /** Most steps of a sequence; 20 without it. */
  readonly steps?: number;
}

/** Draws sequences of operations over the payments and subscriptions that they make; shrinks to the shortest failing one. */
export function sequences(
  context: MakeContext,
  { steps = 20 }: SequenceOptions = {},
): Arbitrary<Iterable<Step>> {
  const known = [
    // Twice, because every other step needs a payment.
    paySteps(context),
    paySteps(context),
    searchSteps('query'),
    orderSteps('capture'),
    orderSteps('review'),
    orderSteps('cancel'),
    orderSteps('refund'),
    orderSteps('refund'),
    searchSteps('refund-search'),
    cancelSubscriptionSteps(),
    payOutSteps(context),
  ];
  return commands(known, { maxCommands: steps, size: 'max' });
}

/** Plays one sequence from an empty journey; rejects with whatever the service threw. */
export async function playSequence(sequence: Iterable<Step>, stage: Stage): Promise<Journey> {
  const journey = createJourney();
  await asyncModelRun(() => ({ model: journey, real: stage }), sequence);
  return journey;
}
