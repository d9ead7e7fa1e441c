import { setTimeout } from 'node:timers/promises';
import { given } from '../schemas/given.ts';
import { isBatch } from '../schemas/operations.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Target } from '../targets/target.ts';
import { isAccepted, isDone, isUnknown } from './accepted.ts';
import { type Asker, bodyOf } from './ask.ts';
import type { Step } from './ask-step.ts';
import { askAnew, followAsked, isRefusedInside } from './follow-asked.ts';
import { aboutNewest, payAnew } from './own-payment.ts';
import { isPending } from './settle.ts';

/**
 * Asks for an operation over a payment again once the time is over that the merchant names under `settle`, counted from
 * `started`: a payment may settle without a query that shows it. Notes with the step that time, and how what was pending
 * became final; tells whether it was accepted then.
 */
export async function acceptedOnceOver(
  step: Step,
  asker: Asker,
  target: Target,
  started: number,
): Promise<boolean> {
  const { operation, exchanges } = step;
  const { settle } = target;
  const body = bodyOf(operation, asker.hand('full'));
  if (body === undefined || settle === undefined) return false;
  const told = (id: string) => void exchanges.push(id);
  await setTimeout(Math.max(0, started + settle.longestMs - performance.now()));
  const caseName = 'once settle.longestMs is over';
  const { isTaken, settles } = await askAnew(operation, body, caseName, { asker, target, told });
  if (isTaken) Object.assign(step, { state: 'accepted', waitsMs: settle.longestMs, ...given({ settles }) });
  return isTaken;
}

/** Tells whether so much time was let go by that what was asked for later says nothing about a payment just made. */
export function hasTimePassed(steps: readonly Step[]): boolean {
  return steps.some(({ waited, waits }) => waited === true || waits !== undefined);
}

async function isRefusedAtOnce(
  step: Step,
  steps: readonly Step[],
  asker: Asker,
  target: Target,
): Promise<boolean> {
  const { operation, after, exchanges, settles } = step;
  if (!(await payAnew(step, steps, asker, `for a ${operation} at once`))) return false;
  const ask = aboutNewest(step, asker);
  if (operation === 'refund' && (after === 'capture' || target.capture === 'manual')) {
    await setTimeout(steps.find((one) => one.operation === 'capture')?.waitsMs ?? 0);
    const captured = await ask('capture', 'before the refund');
    if (captured === undefined || !isAccepted(captured)) return false;
    await followAsked(captured, asker, target, (id) => exchanges.push(id));
  }
  // Some refuse inside the entry of a call that they accept: then another one was done, and this one is not.
  const isTaken = (one: JudgedExchange) => isDone(one, target.statuses) || isPending(one, settles);
  const isEverDone = asker.exchanges.some((one) => one.exchange.operation === operation && isTaken(one));
  const judged = await ask(operation, 'at once');
  return judged !== undefined && !isUnknown(judged) && !(isEverDone ? isTaken : isAccepted)(judged);
}

/**
 * Where time has passed, or results were pending and the opening may have been slow enough not to wait, an operation that was
 * accepted later is asked for at once over a payment of its own: refused then, it waits for that time like the others.
 */
export async function findFurtherWaits(steps: readonly Step[], asker: Asker, target: Target): Promise<void> {
  const { settle } = target;
  const isLate = hasTimePassed(steps) || steps.some(({ settles }) => settles !== undefined);
  if (settle === undefined || !isLate) return;
  for (const step of steps) {
    const isKnown = (step.waitsMs ?? step.waits) !== undefined;
    if (!isBatch(step.operation) || step.state !== 'accepted' || isKnown) continue;
    if (step.settles === undefined && isRefusedInside(asker, step.operation, target)) continue;
    if (step.pending !== undefined) continue;
    try {
      if (await isRefusedAtOnce(step, steps, asker, target)) step.waitsMs = settle.longestMs;
    } catch (error) {
      if (!isRefusedSend(error)) throw error;
    }
  }
}
