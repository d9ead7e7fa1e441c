import { amountParts } from '../schemas/amount-parts.ts';
import { operationOf } from '../schemas/operations.ts';
import type { JsonObject } from '../schemas/types.ts';
import { amountCaps, type MakeContext } from './context.ts';
import type { BatchPlan } from './covering/batch-plan.ts';
import { type Carried, carryAll } from './covering/carried.ts';
import { whyHeld } from './covering/held-fields.ts';
import { plainMoney, settle } from './covering/money-parts.ts';
import type { CoveringPlan, CoveringRequest } from './covering/plan.ts';
import { drawRequest } from './drawn.ts';
import { withOwnNumbers } from './own-numbers.ts';
import { deriveSeed } from './seed.ts';
import { keepApart } from './valid/apart.ts';

export { type BatchPlan, paidBatchPlan, unknownBatchPlan } from './covering/batch-plan.ts';
export type { Carried, Pair } from './covering/carried.ts';
export { whyHeld } from './covering/held-fields.ts';
export { narrow } from './covering/narrow.ts';
export {
  asNamed,
  type CoveringPlan,
  type CoveringRequest,
  coveringPlan,
  type NotSent,
} from './covering/plan.ts';
export { structureClasses } from './covering/structures.ts';
export { withText } from './covering/with-text.ts';

/** Whose requests a plan makes, and from which seed. */
export interface CoveringHand {
  readonly context: MakeContext;
  readonly seed: number;
}

// What is special about a request is what it carries; and payments that are to show something about a text need not be large.
function plainOf(context: MakeContext): MakeContext {
  const cap = amountCaps(context)?.entry;
  const plain: MakeContext = { ...context, letters: 'plain', contradictions: 'kept' };
  return cap === undefined ? plain : { ...plain, amountLimit: (Number(cap) / 100).toFixed(2) };
}

/**
 * The body of one request of a plan with some of what it carries, the rest of it plain; `attempt` tells the sendings of a
 * run apart, for an order number may be used once.
 */
export function coveringBody(
  { operation }: Pick<CoveringPlan, 'operation'>,
  { at }: Pick<CoveringRequest, 'at'>,
  carried: readonly Carried[],
  { context, seed }: CoveringHand,
  attempt: string,
): JsonObject {
  const own = deriveSeed(seed, 'covering', operation, String(at));
  const drawn = drawRequest(operation, plainOf(context), 'full', own).body;
  const held = whyHeld(operation, context);
  // Amounts that the target file says stay as they are.
  const counts =
    operationOf(operation).family === 'payment' && amountParts.every((name) => held(name) === undefined);
  const number = `${context.prefix}-${deriveSeed(seed, operation, String(at), attempt).toString(36)}`;
  const base = withOwnNumbers(counts ? plainMoney(drawn) : drawn, context, () => number);
  // Each seed draws other values of the same classes.
  const body = carryAll(base, carried, at, number, seed);
  const settled = counts ? settle(body, new Set(carried.map(({ field }) => field))) : body;
  return keepApart(settled, ({ many, few }) => {
    if (held(many.join('.')) !== undefined || held(few.join('.')) !== undefined) return undefined;
    return carried.some(({ field }) => field === few.join('.')) ? many : few;
  });
}

/** The body of a batch of a plan with some of what it carries, the rest of it plain. */
export function coveringBatch(
  { base }: BatchPlan,
  { at }: Pick<CoveringRequest, 'at'>,
  carried: readonly Carried[],
  { context, seed }: CoveringHand,
): JsonObject {
  return carryAll(base, carried, at, context.prefix, seed);
}
