import { batchOf, unknownOrders } from '../generators/orders.ts';
import { given } from '../schemas/given.ts';
import { isBatch } from '../schemas/operations.ts';
import type { Target } from '../targets/target.ts';
import { isAccepted, isDead, isDone, isUnknown } from './accepted.ts';
import { type Asker, bodyOf } from './ask.ts';
import type { Step } from './ask-step.ts';
import { isRefusedInside } from './follow-asked.ts';
import { acceptedOnceOver, hasTimePassed } from './once-over.ts';
import { settlesOverOwn } from './own-payment.ts';
import { refundsOnceCaptured, refundsOnceSettled } from './refund-order.ts';
import { entryStatus, statusIn } from './settle.ts';

/** Where a payment was not captured, a refused refund is asked for once more when it is. */
async function captureAndAsk(step: Step, asker: Asker, target: Target): Promise<void> {
  const pending = await refundsOnceCaptured(asker, target, (id) => step.exchanges.push(id));
  if (pending !== undefined) Object.assign(step, { state: 'accepted', after: 'capture' }, pending);
}

/** Tells whether something else was done before to the payment that a step is about. */
function isMovedBefore({ operation }: Step, asker: Asker): boolean {
  const hand = asker.hand('full');
  const body = JSON.stringify(bodyOf(operation, hand));
  const ids = hand.orders.map(({ transaction_id }) => transaction_id).filter((id) => body.includes(id));
  return asker.exchanges.some(
    (one) =>
      isBatch(one.exchange.operation) &&
      one.exchange.operation !== operation &&
      isAccepted(one) &&
      ids.some((id) => one.exchange.sent.body.includes(id)),
  );
}

/**
 * Where the order of a refused refund settles later, the refund is asked for again when it has. Whatever is refused over a
 * payment is asked for once more when the time is over that `settle` names.
 */
async function waitAndAsk(
  step: Step,
  steps: readonly Step[],
  started: number,
  { asker, target }: { readonly asker: Asker; readonly target: Target },
): Promise<void> {
  const told = (id: string) => step.exchanges.push(id);
  const isRefund = step.operation === 'refund';
  const settled = isRefund ? await refundsOnceSettled(asker, target, told) : undefined;
  if (settled !== undefined) {
    Object.assign(step, { state: 'accepted', ...settled });
    return;
  }
  // A refund may wait since the capture, and a cancel since the review; for all else the payments are as old as they have to be.
  const isOld = !isRefund && steps.some(({ waited }) => waited) && !isMovedBefore(step, asker);
  if (target.settle === undefined || isOld) return;
  step.waited = true;
  const isTaken = await acceptedOnceOver(step, asker, target, started);
  if (isTaken && step.settles === undefined && isRefusedInside(asker, step.operation, target))
    await settlesOverOwn(step, steps, { asker, target, waitMs: target.settle.longestMs });
}

/** Where a capture before a refused refund came too soon as well, both are asked for once more when the time is over. */
async function captureLaterAndAsk(step: Step, asker: Asker, target: Target): Promise<void> {
  const captures = asker.exchanges.filter(({ exchange }) => exchange.operation === 'capture');
  const isInVain = captures.length > 0 && !captures.some((one) => isDone(one, target.statuses));
  if (step.waited !== true || step.waitsMs !== undefined || !isInVain) return;
  await captureAndAsk(step, asker, target);
  if (step.after !== undefined) Object.assign(step, given({ waitsMs: target.settle?.longestMs }));
}

/**
 * No search shows what becomes of a review: where its entry has another status than that of an order which nobody has, it was
 * taken, and is pending.
 */
async function isTakenUnseen(step: Step, asker: Asker, { statuses }: Target): Promise<boolean> {
  const { operation, exchanges } = step;
  const last = asker.exchanges.findLast(({ exchange }) => exchange.operation === operation);
  const status = statusIn(last);
  if (operation !== 'review' || status === undefined || statuses?.review !== undefined) return false;
  const { context, seed } = asker.hand('full');
  const { body } = batchOf(operation, unknownOrders(1, seed, context), context, seed);
  const refused = await asker.send(operation, body, { caseName: 'twin of an unknown order', intent: 'odd' });
  exchanges.push(refused.exchange.id);
  const other = entryStatus(refused);
  if (other === undefined || other === '1' || other === status) return false;
  step.pending = status;
  return true;
}

/**
 * Asks again for what was refused over a payment, when what it may have waited for has come; `started` is the time before it
 * was asked for at first.
 */
export async function askAgain(
  step: Step,
  steps: readonly Step[],
  started: number,
  { asker, target }: { readonly asker: Asker; readonly target: Target },
): Promise<void> {
  const { operation } = step;
  const isRefused =
    step.state === 'not-accepted' ||
    (step.settles === undefined && isRefusedInside(asker, operation, target));
  if (!isBatch(operation) || !isRefused) return;
  if (step.main !== undefined && isUnknown(step.main)) return;
  if (await isTakenUnseen(step, asker, target)) return;
  const waitMs = hasTimePassed(steps) ? (target.settle?.longestMs ?? 0) : 0;
  if (await settlesOverOwn(step, steps, { asker, target, waitMs })) return;
  const captures = operation === 'refund' && !steps.some((one) => one.operation === 'capture');
  if (captures) await captureAndAsk(step, asker, target);
  const isPolite = step.main === undefined || !isDead(step.main);
  if (step.after !== undefined || !isPolite) return;
  await waitAndAsk(step, steps, captures ? performance.now() : started, { asker, target });
  if (captures) await captureLaterAndAsk(step, asker, target);
}
