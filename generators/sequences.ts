import { type Arbitrary, asyncModelRun, commands } from 'fast-check';
import type { DocumentedOperationId } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import { createJourney, type Journey, type Stage } from './sequences/model.ts';
import { orderSteps } from './sequences/order-steps.ts';
import { payOutSteps, paySteps, type Step } from './sequences/payment-steps.ts';
import { cancelSubscriptionSteps, searchSteps } from './sequences/search-steps.ts';

export type { Stage };

/** What a sequence may do. */
export interface SequenceOptions {
  /** Operations that the target has and allows; all that the model knows without it. */
  readonly operations?: readonly DocumentedOperationId[];
  /** Most steps of a sequence; 20 without it. */
  readonly steps?: number;
  /** What fast-check printed beside seed and path of a failing sequence, to play exactly that one again. */
  readonly replayPath?: string;
}

/** Draws sequences of operations over the payments and subscriptions that they make; shrinks to the shortest failing one. */
export function sequences(
  context: MakeContext,
  { operations, steps = 20, replayPath }: SequenceOptions = {},
): Arbitrary<Iterable<Step>> {
  const known: readonly (readonly [operation: DocumentedOperationId, steps: Arbitrary<Step>])[] = [
    // Twice, because every other step needs a payment.
    ['direct-payment', paySteps(context)],
    ['direct-payment', paySteps(context)],
    ['query', searchSteps('query')],
    ['capture', orderSteps('capture')],
    ['review', orderSteps('review')],
    ['cancel', orderSteps('cancel')],
    ['refund', orderSteps('refund')],
    ['refund', orderSteps('refund')],
    ['refund-search', searchSteps('refund-search')],
    ['cancel-subscription', cancelSubscriptionSteps()],
    ['payout', payOutSteps(context)],
  ];
  const allowed = known.filter(([operation]) => operations === undefined || operations.includes(operation));
  return commands(
    allowed.map(([, arbitrary]) => arbitrary),
    { maxCommands: steps, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  );
}

/** Plays one sequence from an empty journey; rejects with whatever the service threw. */
export async function playSequence(sequence: Iterable<Step>, stage: Stage): Promise<Journey> {
  const journey = createJourney();
  await asyncModelRun(() => ({ model: journey, real: stage }), sequence);
  return journey;
}
