import { setTimeout } from 'node:timers/promises';
import { situationOf } from '../generators/situations.ts';
import { given } from '../schemas/given.ts';
import { isObject } from '../schemas/json.ts';
import type { Move, OpeningStep, Settling, Waiting } from '../schemas/opening.ts';
import { scalarText } from '../schemas/outcome.ts';
import type { JsonObject, JudgedExchange } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Target } from '../targets/target.ts';
import { isAccepted, isDone, isUnknown } from './accepted.ts';
import { type Asker, bodyOf } from './ask.ts';
import { askAnew, asked, askedFor, followAsked, lookingAs, type Told } from './follow-asked.ts';
import { refusalOf } from './permission.ts';
import { followRecord } from './settle.ts';

/** What was pending when the payment of a refused refund was captured: that capture, and the refund. */
type Pending = Pick<OpeningStep, 'afterSettles' | 'settles'>;

/**
 * Captures the payment whose refund was refused and asks for the refund again; where that was it, tells how what was pending
 * became final.
 */
export async function refundsOnceCaptured(
  asker: Asker,
  target: Target,
  told: Told,
): Promise<Pending | undefined> {
  if (target.capture === 'automatic' || refusalOf('capture', target) !== undefined) return undefined;
  const hand = asker.hand('full');
  const [capture, refund] = [bodyOf('capture', hand), bodyOf('refund', hand)];
  if (capture === undefined || refund === undefined) return undefined;
  const captured = await asked(asker.send('capture', capture, { caseName: 'before the refund' }), told);
  if (!isAccepted(captured)) return undefined;
  const afterSettles = await followAsked(captured, asker, target, told);
  const { isTaken, settles } = await askAnew('refund', refund, 'once captured', { asker, target, told });
  return isTaken ? given({ afterSettles, settles }) : undefined;
}

/** Looks at an order where no merchant said that states settle: many refuse a refund for good. */
const fewLooks = 4;
/** States that an order may go through before it can be refunded. */
const mostMoves = 3;

function orderIn(refund: JsonObject): string | undefined {
  const [entry] = Array.isArray(refund.refund_orders) ? refund.refund_orders : [];
  return isObject(entry) ? scalarText(entry.transaction_id) : undefined;
}

/** Follows the order of a refund through the query until its state changes; undefined when it did not in time. */
export function followOrder(
  refund: JsonObject,
  asker: Asker,
  target: Target,
  told: Told,
): Promise<Move | undefined> {
  const id = orderIn(refund);
  return followRecord(
    {
      search: 'query',
      state: 'payment_status',
      is: ({ transaction_id }) => id !== undefined && transaction_id === id,
      ...(target.settle === undefined ? { mostLooks: fewLooks } : {}),
    },
    lookingAs('until it can be refunded', asker, target, told),
    target,
  );
}

/**
 * Follows the order whose refund was refused, and asks again when its state has changed; tells the wait that it took, and how a
 * refund that was pending then became final.
 */
export async function refundsOnceSettled(
  asker: Asker,
  target: Target,
  told: Told,
): Promise<{ readonly waits: Waiting; readonly settles?: Settling } | undefined> {
  const refund = bodyOf('refund', asker.hand('full'));
  if (refund === undefined) return undefined;
  const states: string[] = [];
  let withinMs = 0;
  while (states.length <= mostMoves) {
    const move = await followOrder(refund, asker, target, told);
    if (move === undefined) return undefined;
    withinMs += move.withinMs;
    const [from = move.from, ...over] = states;
    const caseName = `once it is ${move.to}`;
    const { isTaken, settles } = await askAnew('refund', refund, caseName, { asker, target, told });
    if (isTaken) return { waits: { from, over, to: move.to, withinMs }, ...given({ settles }) };
    states.push(...(states.length === 0 ? [move.from] : []), move.to);
  }
  return undefined;
}

/** Tells whether a refund that was accepted for a captured payment is refused for one that is not captured. */
export async function refundsOnlyCaptured(
  asker: Asker,
  target: Target,
  shape: 'full' | 'minimal',
  told: Told,
  { waits, waitsMs }: Pick<OpeningStep, 'waits' | 'waitsMs'> = {},
): Promise<boolean> {
  if (target.capture !== undefined) return target.capture === 'manual';
  try {
    const payment = bodyOf('direct-payment', asker.freshHand(shape));
    const paid =
      payment !== undefined &&
      isAccepted(await asked(asker.send('direct-payment', payment, { caseName: 'not captured' }), told));
    const hand = asker.hand(shape);
    const refund = paid ? situationOf('refund').body({ ...hand, orders: hand.orders.slice(-1) }) : undefined;
    if (refund === undefined) return false;
    // A payment that settles by itself is refunded then, captured or not.
    if (waits !== undefined) await followOrder(refund, asker, target, told);
    await setTimeout(waitsMs ?? 0);
    // Some refuse inside the entry of a call that they accept: then another refund was done, and this one is not.
    const done = (one: JudgedExchange) => isDone(one, target.statuses);
    const takes = askedFor('refund', asker).some(done) ? done : isAccepted;
    const refunded = await asked(asker.send('refund', refund, { caseName: 'not captured' }), told);
    return !takes(refunded) && !isUnknown(refunded);
  } catch (error) {
    if (isRefusedSend(error)) return false;
    throw error;
  }
}
