import { situationOf } from '../generators/situations.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Target } from '../targets/target.ts';
import { isAccepted, isDone } from './accepted.ts';
import { type Asker, bodyOf } from './ask.ts';
import { refusalOf } from './permission.ts';
import { followEntry, type Look } from './settle.ts';

type Told = (id: string) => void;

/** Follows an accepted result that does not show success, through the search that lists it. */
export function followAsked(judged: JudgedExchange, asker: Asker, target: Target, told: Told) {
  const look: Look = async (search) => {
    const body = refusalOf(search, target) === undefined ? bodyOf(search, asker.hand('full')) : undefined;
    if (body === undefined) return undefined;
    return asked(asker.send(search, body, { caseName: 'until it is settled' }), told);
  };
  return followEntry(judged, look, target);
}

async function asked(send: ReturnType<Asker['send']>, told: Told): Promise<JudgedExchange> {
  const judged = await send;
  told(judged.exchange.id);
  return judged;
}

function refundsOf({ exchanges }: Asker): readonly JudgedExchange[] {
  return exchanges.filter(({ exchange }) => exchange.operation === 'refund');
}

/** Tells whether the call of the last refund was accepted, and what it asks for was not done. */
export function isRefusedInside(asker: Asker): boolean {
  const last = refundsOf(asker).at(-1);
  return last !== undefined && isAccepted(last) && !isDone(last);
}

/** Captures the payment whose refund was refused and asks for the refund again; true when that was it. */
export async function refundsOnceCaptured(asker: Asker, target: Target, told: Told): Promise<boolean> {
  if (target.capture === 'automatic' || refusalOf('capture', target) !== undefined) return false;
  const hand = asker.hand('full');
  const [capture, refund] = [bodyOf('capture', hand), bodyOf('refund', hand)];
  if (capture === undefined || refund === undefined) return false;
  const captured = await asked(asker.send('capture', capture, { caseName: 'before the refund' }), told);
  if (!isAccepted(captured)) return false;
  await followAsked(captured, asker, target, told);
  const inside = isRefusedInside(asker);
  const again = await asked(asker.send('refund', refund, { caseName: 'once captured' }), told);
  return inside ? isDone(again) : isAccepted(again);
}

/** Tells whether a refund that was accepted for a captured payment is refused for one that is not captured. */
export async function refundsOnlyCaptured(
  asker: Asker,
  target: Target,
  shape: 'full' | 'minimal',
  told: Told,
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
    // Some refuse inside the entry of a call that they accept: then another refund was done, and this one is not.
    const takes = refundsOf(asker).some(isDone) ? isDone : isAccepted;
    return !takes(await asked(asker.send('refund', refund, { caseName: 'not captured' }), told));
  } catch (error) {
    if (isRefusedSend(error)) return false;
    throw error;
  }
}
