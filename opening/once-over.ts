import { setTimeout } from 'node:timers/promises';
import { situationOf } from '../generators/situations.ts';
import { isBatch } from '../schemas/operations.ts';
import type { DocumentedOperationId } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Target } from '../targets/target.ts';
import { isAccepted, isDone } from './accepted.ts';
import { type Asker, bodyOf } from './ask.ts';
import type { Step } from './ask-step.ts';
import { followAsked, isRefusedInside } from './refund-order.ts';

type Told = (id: string) => void;

/**
 * Asks for an operation over a payment again once the time is over that the merchant names under `settle`, counted from
 * `started`: a payment may settle without a query that shows it. Tells that time where it was accepted then.
 */
export async function acceptedOnceOver(
  operation: DocumentedOperationId,
  asker: Asker,
  { settle }: Target,
  started: number,
  told: Told,
): Promise<number | undefined> {
  const body = bodyOf(operation, asker.hand('full'));
  if (body === undefined || settle === undefined) return undefined;
  const takes = isRefusedInside(asker, operation) ? isDone : isAccepted;
  await setTimeout(Math.max(0, started + settle.longestMs - performance.now()));
  const again = await asker.send(operation, body, { caseName: 'once settle.longestMs is over' });
  told(again.exchange.id);
  return takes(again) ? settle.longestMs : undefined;
}

/** Tells whether so much time was let go by that what was asked for later says nothing about a payment just made. */
export function hasTimePassed(steps: readonly Step[]): boolean {
  return steps.some(({ waited, waits }) => waited === true || waits !== undefined);
}

async function isRefusedAtOnce(
  { operation, after, exchanges }: Step,
  steps: readonly Step[],
  asker: Asker,
  target: Target,
): Promise<boolean> {
  const stepOf = (wanted: DocumentedOperationId) => steps.find((step) => step.operation === wanted);
  const ask = async (asked: DocumentedOperationId, caseName: string) => {
    const hand = asker.hand('full');
    // As the first and as the last one, whichever the operation is about.
    const body = situationOf(asked).body({
      ...hand,
      orders: [...hand.orders.slice(-1), ...hand.orders.slice(-1)],
    });
    const judged = body && (await asker.send(asked, body, { caseName }));
    if (judged !== undefined) exchanges.push(judged.exchange.id);
    return judged;
  };
  const payment = bodyOf('direct-payment', asker.freshHand(stepOf('direct-payment')?.shape ?? 'full'));
  if (payment === undefined) return false;
  const paid = await asker.send('direct-payment', payment, { caseName: `for a ${operation} at once` });
  exchanges.push(paid.exchange.id);
  if (!isAccepted(paid)) return false;
  if (operation === 'refund' && (after === 'capture' || target.capture === 'manual')) {
    await setTimeout(stepOf('capture')?.waitsMs ?? 0);
    const captured = await ask('capture', 'before the refund');
    if (captured === undefined || !isAccepted(captured)) return false;
    await followAsked(captured, asker, target, (id) => exchanges.push(id));
  }
  // Some refuse inside the entry of a call that they accept: then another one was done, and this one is not.
  const isEverDone = asker.exchanges.some((one) => one.exchange.operation === operation && isDone(one));
  const judged = await ask(operation, 'at once');
  return judged !== undefined && !(isEverDone ? isDone : isAccepted)(judged);
}

/**
 * Where time has passed, an operation that was accepted later is asked for at once over a payment of its own: refused then, it
 * waits for that time like the others.
 */
export async function findFurtherWaits(steps: readonly Step[], asker: Asker, target: Target): Promise<void> {
  const { settle } = target;
  if (settle === undefined || !hasTimePassed(steps)) return;
  for (const step of steps) {
    const isKnown = (step.waitsMs ?? step.waits ?? step.settles) !== undefined;
    if (!isBatch(step.operation) || step.state !== 'accepted' || isKnown) continue;
    if (isRefusedInside(asker, step.operation)) continue;
    try {
      if (await isRefusedAtOnce(step, steps, asker, target)) step.waitsMs = settle.longestMs;
    } catch (error) {
      if (!isRefusedSend(error)) throw error;
    }
  }
}
