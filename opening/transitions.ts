import { setTimeout } from 'node:timers/promises';
import { given } from '../schemas/given.ts';
import { isObject } from '../schemas/json.ts';
import type { Move } from '../schemas/opening.ts';
import { isBatch } from '../schemas/operations.ts';
import { scalarText } from '../schemas/outcome.ts';
import { isAccepted, isDone, isUnknown } from '../schemas/states.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { refusalOf } from '../targets/budget.ts';
import type { Target } from '../targets/target.ts';
import { isDead } from './answer-words.ts';
import { type Asker, bodyOf } from './ask.ts';
import { asPartOf, type Step } from './ask-step.ts';
import {
  askAnew,
  askedFor,
  followAsked,
  followRecord,
  isPending,
  isRefusedInside,
  lookingAs,
  openEntry,
  seenBefore,
  stateBefore,
  statusIn,
  statusOfUnknownOrder,
} from './settle.ts';

/** An operation that may be refused until something has come, and what is known meanwhile. */
export interface Way {
  readonly step: Step;
  readonly steps: readonly Step[];
  readonly asker: Asker;
  readonly target: Target;
}

/** A refused operation on its way to being accepted. */
interface Refused extends Way {
  /** When it was asked for at first, or last over a payment to which something was done. */
  started: number;
}

/** Captures the payment whose refund was refused and asks for the refund again; the step says whether that was it, and what was pending. */
export async function captureAndAsk({ step, asker, target }: Way): Promise<void> {
  if (target.capture === 'automatic' || refusalOf('capture', target) !== undefined) return;
  const hand = asker.hand('full');
  const [capture, refund] = [bodyOf('capture', hand), bodyOf('refund', hand)];
  if (capture === undefined || refund === undefined) return;
  const captured = await asker.send('capture', capture, { caseName: 'before the refund' });
  if (!isAccepted(captured)) return;
  const afterSettles = await followAsked(captured, asker, target);
  const again = await askAnew('refund', refund, 'once captured', { asker, target });
  if (again?.isTaken !== true) return;
  Object.assign(step, {
    state: 'accepted',
    after: 'capture',
    ...given({ afterSettles, settles: again.settles }),
  });
}

/** Looks at an order where no merchant said that states settle: many refuse a refund for good. */
const fewLooks = 4;
/** States that an order may go through before it can be refunded. */
const mostMoves = 3;

function orderIn(refund: JsonObject | undefined): string | undefined {
  const [entry] = Array.isArray(refund?.refund_orders) ? refund.refund_orders : [];
  return isObject(entry) ? scalarText(entry.transaction_id) : undefined;
}

/** Follows the order of a refund through the query until its state changes; undefined when it did not in time. */
export function followOrder(
  refund: JsonObject | undefined,
  asker: Asker,
  target: Target,
): Promise<Move | undefined> {
  const id = orderIn(refund);
  return followRecord(
    {
      search: 'query',
      state: 'payment_status',
      is: ({ transaction_id }) => id !== undefined && transaction_id === id,
      ...(target.settle === undefined ? { mostLooks: fewLooks } : {}),
    },
    lookingAs('until it can be refunded', asker, target),
    target,
  );
}

/** Follows the order whose refund was refused, and asks again when its state has changed; the step says which wait it took. */
async function refundOnceSettled({ step, asker, target, started }: Refused): Promise<void> {
  const refund = bodyOf('refund', asker.hand('full'));
  if (refund === undefined) return;
  const states: string[] = [];
  let withinMs = 0;
  while (states.length <= mostMoves) {
    // The time that the merchant names is the longest of all waits together.
    const longestMs = Math.max(0, (target.settle?.longestMs ?? 0) - (performance.now() - started));
    const left = target.settle === undefined ? target : { ...target, settle: { longestMs } };
    const move = await followOrder(refund, asker, left);
    if (move === undefined) return;
    withinMs += move.withinMs;
    const [from = move.from, ...over] = states;
    const again = await askAnew('refund', refund, `once it is ${move.to}`, { asker, target });
    if (again === undefined) return;
    if (again.isTaken) {
      const waits = { from, over, to: move.to, withinMs };
      Object.assign(step, { state: 'accepted', waits, ...given({ settles: again.settles }) });
      return;
    }
    states.push(...(states.length === 0 ? [move.from] : []), move.to);
  }
}

/** Whether a refund that was accepted for a captured payment is refused for one that is not captured. */
export async function refundsOnlyCaptured(way: Way): Promise<boolean> {
  const { step, steps, asker, target } = way;
  if (target.capture !== undefined) return target.capture === 'manual';
  // Whether a payment just made can be refunded at once is not known where time has passed.
  const passed = hasTimePassed(steps) ? target.settle?.longestMs : undefined;
  const isRefused = await asPartOf(step, asker, async () => {
    if (!(await payAnew(way, 'not captured'))) return false;
    // A payment that settles by itself is refunded then, captured or not.
    if (step.waits !== undefined) await followOrder(newestOf('refund', asker), asker, target);
    await setTimeout(step.waitsMs ?? passed ?? 0);
    // Some refuse inside the entry of a call that they accept: then another refund was done, and this one is not.
    const done = (one: JudgedExchange) => isDone(one, target.statuses);
    const takes = askedFor('refund', asker).some(done) ? done : isAccepted;
    const refunded = await askNewest('refund', 'not captured', asker);
    return refunded !== undefined && !takes(refunded) && !isUnknown(refunded);
  });
  return isRefused === true;
}

/** The body of an operation about the newest payment of an opening. */
function newestOf(operation: DocumentedOperationId, asker: Asker): JsonObject | undefined {
  const hand = asker.hand('full');
  const newest = hand.orders.slice(-1);
  // As the first and as the last one, whichever the operation is about.
  return bodyOf(operation, { ...hand, orders: [...newest, ...newest] });
}

async function askNewest(operation: DocumentedOperationId, caseName: string, asker: Asker) {
  const body = newestOf(operation, asker);
  return body && asker.send(operation, body, { caseName });
}

/** Pays once more, for what a step is about; tells whether that was accepted. */
async function payAnew({ steps, asker }: Way, caseName: string): Promise<boolean> {
  const { shape = 'full' } = steps.find(({ operation }) => operation === 'direct-payment') ?? {};
  const payment = bodyOf('direct-payment', asker.freshHand(shape));
  return payment !== undefined && isAccepted(await asker.send('direct-payment', payment, { caseName }));
}

/** Whether nobody knows in which state a payment was before an entry that is open was asked for, though a query lists it now. */
function isStateUnknown(judged: JudgedExchange, asker: Asker): boolean {
  const { transaction_id } = openEntry(judged) ?? {};
  const before = asker.exchanges.indexOf(judged);
  const listing = asker.exchanges
    .slice(before + 1)
    .findLast(({ exchange }) => exchange.operation === 'query');
  if (transaction_id === undefined || listing === undefined) return false;
  const seen = { ...seenBefore(judged, asker), exchanges: asker.exchanges.slice(0, before) };
  return stateBefore(seen, String(transaction_id))(listing) === undefined;
}

/**
 * Where something else was done to a payment before, no query tells whether an entry that is open was pending: then it is asked
 * for over a payment of its own, which is `waitMs` old and was queried before. The step says how that one settled.
 */
async function settlesOverOwn(way: Way, waitMs: number): Promise<void> {
  const { step, asker, target } = way;
  const { operation } = step;
  const open = askedFor(operation, asker).at(-1);
  if (open === undefined || operation === 'refund' || !isStateUnknown(open, asker)) return;
  if (!(await payAnew(way, `for a ${operation} of its own`))) return;
  await setTimeout(waitMs);
  await askNewest('query', `before a ${operation} of its own`, asker);
  const judged = await askNewest(operation, 'over a payment of its own', asker);
  if (judged !== undefined) Object.assign(step, given({ settles: await followAsked(judged, asker, target) }));
}

/** Parts of the time that the merchant names under `settle` after which what was refused is asked for again. */
const partsOfWait = [1 / 4, 1 / 2, 1] as const;

const paidAt = (steps: readonly Step[]) =>
  steps.find(({ operation }) => operation === 'direct-payment')?.startedAt;

/** The part of the time under `settle` that was enough for a step: no payment was older when it was accepted. */
function enoughFor({ endedAt = 0 }: Step, steps: readonly Step[], longestMs: number): number {
  const age = endedAt - (paidAt(steps) ?? 0);
  return Math.ceil(longestMs * (partsOfWait.find((part) => part * longestMs >= age) ?? 1));
}

/**
 * Asks for an operation over a payment again when parts of the time are over that the merchant names under `settle`, counted
 * from the payment, or from what was done to it: it may settle without a query that shows it. Notes with the step the time that
 * was enough, and how what was pending became final.
 */
async function askOnceOver({ step, steps, asker, target, started }: Refused): Promise<void> {
  const { operation } = step;
  const since = operation === 'refund' || isMovedBefore(step, asker) ? started : (paidAt(steps) ?? started);
  const { settle } = target;
  const body = bodyOf(operation, asker.hand('full'));
  if (body === undefined || settle === undefined) return;
  for (const part of partsOfWait) {
    const waitsMs = Math.ceil(settle.longestMs * part);
    const left = since + waitsMs - performance.now();
    if (left <= 0 && part < 1) continue;
    if (part === 1) step.waited = true;
    await setTimeout(Math.max(0, left));
    const caseName =
      part === 1 ? 'once settle.longestMs is over' : `once ${part} of settle.longestMs is over`;
    const again = await askAnew(operation, body, caseName, { asker, target });
    if (again === undefined) return;
    if (!again.isTaken) continue;
    Object.assign(step, { state: 'accepted', waitsMs, ...given({ settles: again.settles }) });
    return;
  }
}

/** Tells whether so much time was let go by that what was asked for later says nothing about a payment just made. */
function hasTimePassed(steps: readonly Step[]): boolean {
  return steps.some((step) => step.waited === true || (step.waits ?? step.waitsMs) !== undefined);
}

async function isRefusedAtOnce(way: Way): Promise<boolean> {
  const { step, steps, asker, target } = way;
  const { operation, after, settles } = step;
  if (!(await payAnew(way, `for a ${operation} at once`))) return false;
  if (operation === 'refund' && (after === 'capture' || target.capture === 'manual')) {
    await setTimeout(steps.find((one) => one.operation === 'capture')?.waitsMs ?? 0);
    const captured = await askNewest('capture', 'before the refund', asker);
    if (captured === undefined || !isAccepted(captured)) return false;
    await followAsked(captured, asker, target);
  }
  // Some refuse inside the entry of a call that they accept: then another one was done, and this one is not.
  const isTaken = (one: JudgedExchange) => isDone(one, target.statuses) || isPending(one, settles);
  const isEverDone = askedFor(operation, asker).some(isTaken);
  const judged = await askNewest(operation, 'at once', asker);
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
    const { operation, state, waits, waitsMs = waits, settles, pending } = step;
    if (!isBatch(operation) || state !== 'accepted' || (waitsMs ?? pending) !== undefined) continue;
    if (settles === undefined && isRefusedInside(asker, operation, target)) continue;
    if (await asPartOf(step, asker, () => isRefusedAtOnce({ step, steps, asker, target })))
      step.waitsMs = enoughFor(step, steps, settle.longestMs);
  }
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
 * Compares the entry of a review with that of an order which nobody has: where it has another status, it was taken, and is
 * pending.
 */
async function compareWithUnknown({ step, asker }: Way): Promise<void> {
  const status = statusIn(askedFor(step.operation, asker).at(-1));
  const other = await statusOfUnknownOrder(step.operation, asker);
  if (status !== undefined && other !== undefined && other !== '1' && other !== status) step.pending = status;
}

const longestWait = ({ target }: Way) => target.settle?.longestMs ?? 0;

const needsCapture = ({ step, steps }: Way) =>
  step.operation === 'refund' && !steps.some(({ operation }) => operation === 'capture');

/** A refund may wait since the capture, and a cancel since the review; for all else the payments may be as old as they have to be. */
const isYoung = ({ step, steps, asker }: Way) =>
  step.operation === 'refund' || !steps.some(({ waited }) => waited) || isMovedBefore(step, asker);

const isLeftOpen = ({ step: { operation, settles }, asker, target }: Way) =>
  settles === undefined && isRefusedInside(asker, operation, target);

// Further requests over the payment of one that is no refusal in any form would be answered alike.
const isPolite = ({ step: { main } }: Way) => main === undefined || !isDead(main);

/** No capture was done, of those that were asked for. */
const isCapturedInVain = ({ asker, target: { statuses } }: Way) => {
  const calls = askedFor('capture', asker);
  return calls.length > 0 && !calls.some((one) => isDone(one, statuses));
};

/** What is done about a refusal, in this order, until the step is accepted or nothing more is known that it may wait for. */
const transitions: readonly {
  readonly when: (way: Refused) => boolean;
  /** What is asked for then; the step says what came of it. */
  readonly do: (way: Refused) => Promise<void>;
}[] = [
  {
    // No search shows what becomes of a review.
    when: ({ step, asker, target }) =>
      step.operation === 'review' &&
      target.statuses?.review === undefined &&
      isRefusedInside(asker, 'review'),
    do: compareWithUnknown,
  },
  {
    when: isLeftOpen,
    do: (way) => settlesOverOwn(way, hasTimePassed(way.steps) ? longestWait(way) : 0),
  },
  {
    when: needsCapture,
    async do(way) {
      await captureAndAsk(way);
      way.started = performance.now();
    },
  },
  { when: (way) => isPolite(way) && way.step.operation === 'refund', do: refundOnceSettled },
  { when: (way) => isPolite(way) && way.target.settle !== undefined && isYoung(way), do: askOnceOver },
  {
    when: (way) => way.step.waitsMs !== undefined && isLeftOpen(way),
    do: (way) => settlesOverOwn(way, longestWait(way)),
  },
  {
    // The capture before a refused refund came too soon as well.
    when: (way) =>
      needsCapture(way) &&
      way.step.waited === true &&
      way.step.waitsMs === undefined &&
      isCapturedInVain(way),
    async do(way) {
      await captureAndAsk(way);
      if (way.step.after !== undefined)
        Object.assign(way.step, given({ waitsMs: way.target.settle?.longestMs }));
    },
  },
];

/** Whether a step is refused for certain, and nothing was found that it waits for. */
function isStillRefused({ step, asker, target }: Way): boolean {
  const { state, main, operation, after, waits, settles, pending } = step;
  if (main !== undefined && isUnknown(main)) return false;
  if ([after, waits, settles, pending].some((found) => found !== undefined)) return false;
  return state === 'not-accepted' || isRefusedInside(asker, operation, target);
}

/** Asks again for what was refused over a payment, when what it may have waited for has come. */
export async function askAgain(way: Refused): Promise<void> {
  if (!isBatch(way.step.operation)) return;
  for (const transition of transitions)
    if (isStillRefused(way) && transition.when(way)) await transition.do(way);
}
