import { setTimeout } from 'node:timers/promises';
import type { PaidOrder } from '../generators/orders.ts';
import { defined } from '../schemas/defined.ts';
import { entriesIn, scalarText } from '../schemas/history/outcome.ts';
import { isAccepted, isDone, isUnknown } from '../schemas/history/states.ts';
import { listOf, objectOf } from '../schemas/json.ts';
import type { StateChange, StateWait } from '../schemas/opening.ts';
import { isBatch, operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { refusalOf } from '../targets/sending/budget.ts';
import type { Target } from '../targets/target.ts';
import { isDead, participles } from './answer-words.ts';
import { asPartOf, type Step } from './ask-step.ts';
import { bodyFor, captureAnew, newestOf, payAnew, requestFor, requestForNewest } from './new-payment.ts';
import { bodyOf, type Requester } from './requester.ts';
import {
  callsOf,
  followEntry,
  followRecord,
  isRefusedInside,
  openEntry,
  pollTimesOf,
  pollUntil,
  retryOperation,
  searchAs,
  seenBefore,
} from './settle.ts';

/** An operation that may be refused until something else has happened, and what is known so far. */
export interface Retry {
  readonly step: Step;
  readonly steps: readonly Step[];
  readonly requester: Requester;
  readonly target: Target;
}

const stepOf = (wanted: DocumentedOperationId, steps: readonly Step[]) =>
  steps.find(({ operation }) => operation === wanted);

/**
 * A moment for requesting a refused operation, and what the step records if it is accepted then. The payment is a new
 * one: no refusal shows so surely that nothing was done that the same order may be asked for again.
 */
interface RetryMoment {
  readonly order: PaidOrder;
  readonly caseName: string;
  readonly shows: Partial<Step>;
}

/** Makes a payment in the state in which the operation of a step was refused: captured before, or not. */
async function payAsBefore(way: Retry): Promise<PaidOrder | undefined> {
  const { step, requester } = way;
  const order = await payAnew(way, `for a ${step.operation} later`);
  if (order === undefined || step.operation !== 'refund') return order;
  const capture = stepOf('capture', way.steps);
  if (capture?.state !== 'accepted') return order;
  await setTimeout(capture.waitsMs ?? 0);
  return (await captureAnew(order, requester)) && order;
}

/** Yields when a new payment, so many milliseconds old, is captured. */
async function* afterCapture(way: Retry, ageMs: number): AsyncGenerator<RetryMoment> {
  const { requester, target } = way;
  if (target.capture === 'automatic' || refusalOf('capture', target) !== undefined) return;
  const order = await payAnew(way, 'for a refund once captured');
  await setTimeout(ageMs);
  const captured = order && (await captureAnew(order, requester));
  if (order === undefined || captured === undefined) return;
  const afterSettles = await followEntry(captured, requester, target);
  yield { order, caseName: 'once captured', shows: { after: 'capture', ...defined({ afterSettles }) } };
}

/** Maximum number of looks at an order if the merchant gives no `settle`: many services refuse a refund for good. */
const fewSearches = 4;
/** Maximum number of states that an order goes through before it can be refunded. */
const mostStateChanges = 3;

function orderIn(operation: DocumentedOperationId, body: JsonObject | undefined): string | undefined {
  const [entry] = listOf(body?.[operationOf(operation).batch?.field ?? '']);
  return scalarText(objectOf(entry).transaction_id);
}

/** Follows the order of a refused call in the query until its state changes; undefined if it does not in time. */
function followOrder(
  { operation, body }: { readonly operation: DocumentedOperationId; readonly body: JsonObject | undefined },
  requester: Requester,
  target: Target,
  seen?: string,
): Promise<StateChange | undefined> {
  const id = orderIn(operation, body);
  const pending = target.statuses?.['direct-payment']?.payment_status?.pending ?? [];
  const before = seen === undefined ? pending : [seen];
  return followRecord(
    {
      search: 'query',
      state: 'payment_status',
      is: ({ transaction_id }) => id !== undefined && transaction_id === id,
      // It may have moved on while a new payment was made, or before the first look.
      left: ({ payment_status }) =>
        before.includes(scalarText(payment_status) ?? '') ? undefined : before[0],
      ...(target.settle === undefined ? { mostLooks: fewSearches } : {}),
    },
    searchAs(`until it can be ${participles[operation]}`, requester, target),
    target,
  );
}

/** Returns whether the query lists a new payment in none of the states before within the time of the target. */
async function leaves(order: PaidOrder, before: readonly string[], { step, requester, target }: Retry) {
  const look = searchAs(`until it can be ${participles[step.operation]}`, requester, target);
  return pollUntil(async () => {
    const listing = await look('query');
    const record =
      listing && entriesIn(listing).find(({ transaction_id }) => transaction_id === order.transaction_id);
    return record !== undefined && !before.includes(scalarText(record.payment_status) ?? '');
  }, pollTimesOf(target));
}

/** Yields when a new payment shows the state to which the order of the refused call has moved. */
async function* afterStateChange(way: Retry): AsyncGenerator<RetryMoment> {
  const { step, requester, target } = way;
  const { operation, startedAt = 0 } = step;
  const body = bodyOf(operation, requester.testData('full'));
  let waits: StateWait | undefined;
  while (waits === undefined || waits.over.length < mostStateChanges - 1) {
    // The time under `settle` limits all waits together.
    const longestMs = Math.max(0, (target.settle?.longestMs ?? 0) - (performance.now() - startedAt));
    const left = target.settle === undefined ? target : { ...target, settle: { longestMs } };
    const move = await followOrder({ operation, body }, requester, left, waits?.to);
    if (move === undefined) return;
    const { from, over, to, withinMs }: StateWait = waits ?? { ...move, over: [], withinMs: 0 };
    waits = {
      from,
      over: waits === undefined ? [] : [...over, to],
      to: move.to,
      withinMs: withinMs + move.withinMs,
    };
    const order = await payAsBefore(way);
    const before = [waits.from, ...waits.over].filter((state) => state !== move.to);
    if (order === undefined || !(await leaves(order, before, way))) return;
    yield { order, caseName: `once it is ${move.to}`, shows: { waits } };
  }
}

/** Requests the operation of a step for a new payment, after `before`; undefined if either is not accepted. */
async function requestForNewPayment(
  way: Retry,
  names: { readonly payment: string; readonly call: string },
  before: () => Promise<unknown>,
): Promise<JudgedExchange | undefined> {
  const order = await payAnew(way, names.payment);
  if (order === undefined || (await before()) === false) return undefined;
  return requestFor(order, way.step.operation, names.call, way.requester);
}

/** True if the accepted operation of a step is refused for a new payment. */
async function isRefusedForNewPayment(
  way: Retry,
  call: string,
  before: () => Promise<unknown>,
): Promise<boolean> {
  const { step, requester, target } = way;
  const { operation, settles } = step;
  const payment = call === 'at once' ? `for a ${operation} at once` : call;
  const judged = await asPartOf(step, requester, () => requestForNewPayment(way, { payment, call }, before));
  if (judged === undefined || isUnknown(judged)) return false;
  // Some services refuse in the entry of an accepted call: if another one was done, then this one was not.
  const isTaken = (one: JudgedExchange) =>
    isDone(one, target.statuses) || (settles !== undefined && openEntry(one)?.status === settles.entry);
  return !(callsOf(operation, requester).some(isTaken) ? isTaken : isAccepted)(judged);
}

/** Finds out whether refunds require a capture: a payment that is not captured cannot be refunded. */
export async function findOrder(steps: readonly Step[], requester: Requester, target: Target): Promise<void> {
  const accepted = steps.filter(({ state }) => state === 'accepted');
  const step = stepOf('refund', accepted);
  if (step === undefined || !stepOf('direct-payment', accepted) || !stepOf('capture', accepted)) return;
  if (target.capture !== undefined) {
    if (target.capture === 'manual') step.after = 'capture';
    return;
  }
  // After a wait it is unknown whether a new payment can be refunded at once.
  const passed = hasTimePassed(steps) ? target.settle?.longestMs : undefined;
  const isRefused = await isRefusedForNewPayment(
    { step, steps, requester, target },
    'not captured',
    async () => {
      // A payment that settles by itself can be refunded then, captured or not.
      const body = newestOf('refund', requester);
      if (step.waits !== undefined) await followOrder({ operation: 'refund', body }, requester, target);
      await setTimeout(step.waitsMs ?? passed ?? 0);
    },
  );
  if (isRefused) step.after = 'capture';
}

/** True if the state of a payment before a call with an open entry is unknown, although a query lists it now. */
function isStateUnknown(judged: JudgedExchange, requester: Requester): boolean {
  const { transaction_id } = openEntry(judged)?.entry ?? {};
  const before = requester.exchanges.indexOf(judged);
  const listing = requester.exchanges
    .slice(before + 1)
    .findLast(({ exchange }) => exchange.operation === 'query');
  if (transaction_id === undefined || listing === undefined) return false;
  return seenBefore(judged, requester).stateOf(String(transaction_id))(listing) === undefined;
}

/**
 * If the payment was changed before, no query shows whether an open entry was pending. Then the operation is requested
 * for a new payment, `waitMs` old and queried before; the step records how it settles.
 */
async function recordSettling(way: Retry, waitMs: number): Promise<void> {
  const { step, requester, target } = way;
  const { operation } = step;
  const open = callsOf(operation, requester).at(-1);
  if (open === undefined || operation === 'refund' || !isStateUnknown(open, requester)) return;
  const names = { payment: `for a ${operation} of its own`, call: 'over a payment of its own' };
  const judged = await requestForNewPayment(way, names, async () => {
    await setTimeout(waitMs);
    await requestForNewest('query', `before a ${operation} of its own`, requester);
  });
  if (judged !== undefined)
    Object.assign(step, defined({ settles: await followEntry(judged, requester, target) }));
}

/** Parts of the time under `settle` after which a refused operation is requested again. */
const partsOfWait = [1 / 4, 1 / 2, 1] as const;

/** How much older a payment may be than a wait that still counts as its age, in milliseconds: timers end late. */
const lateness = 100;

/**
 * The wait that covers the age at which a payment was accepted, in milliseconds: the smallest part of the time under
 * `settle`; beyond that time the age itself, rounded up so that all runs report the same.
 */
function sufficientWait(age: number, longestMs: number): number {
  const part = partsOfWait.find((one) => Math.ceil(one * longestMs) + lateness >= age);
  return part === undefined ? Math.ceil(age / 500) * 500 : Math.ceil(longestMs * part);
}

/** Yields after each part of the time under `settle`, counted from a new payment or its capture. */
async function* afterTime(way: Retry): AsyncGenerator<RetryMoment> {
  const { step, requester, target } = way;
  const waiting: { order: PaidOrder; part: number; since: number }[] = [];
  for (const part of partsOfWait) {
    const order = await payAsBefore(way);
    if (order === undefined) return;
    waiting.push({ order, part, since: performance.now() });
  }
  // The state of a payment before the call shows whether an open entry was pending.
  if (!isRefund(way) && isLeftOpen(way))
    await searchAs(`before a ${step.operation} later`, requester, target)('query');
  for (const { order, part, since } of waiting) {
    const longestMs = longestWait({ target });
    if (part === 1) step.waited = true;
    await setTimeout(Math.max(0, since + Math.ceil(longestMs * part) - performance.now()));
    const name = part === 1 ? 'settle.longestMs' : `${part} of settle.longestMs`;
    // The requests before may have taken longer than the part that was waited for.
    const waitsMs = sufficientWait(performance.now() - since, longestMs);
    yield { order, caseName: `once ${name} is over`, shows: { waitsMs } };
  }
}

/** True if a wait was so long that later requests say nothing about a new payment. */
function hasTimePassed(steps: readonly Step[]): boolean {
  return steps.some((step) => step.waited === true || (step.waits ?? step.waitsMs) !== undefined);
}

/** True if an accepted operation is refused for a new payment, or its new capture, of this age in milliseconds. */
async function isRefusedAtAge(way: Retry, age: number): Promise<boolean> {
  const { step, steps, requester, target } = way;
  const call = age === 0 ? 'at once' : 'once settle.longestMs is over';
  return isRefusedForNewPayment(way, call, async () => {
    if (step.operation === 'refund' && (step.after === 'capture' || target.capture === 'manual')) {
      await setTimeout(stepOf('capture', steps)?.waitsMs ?? 0);
      const captured = await requestForNewest('capture', 'before the refund', requester);
      if (captured === undefined || !isAccepted(captured)) return false;
      await followEntry(captured, requester, target);
    }
    await setTimeout(age);
    return true;
  });
}

/**
 * The wait for an operation that is refused at once and was accepted later: a part of the time under `settle`, or longer
 * if the payment was older then and a new one is refused when that time is over.
 */
async function waitFor(way: Retry, longestMs: number): Promise<number> {
  const { step, steps } = way;
  const age = (step.endedAt ?? 0) - (stepOf('direct-payment', steps)?.startedAt ?? 0);
  const waitsMs = sufficientWait(age, longestMs);
  return waitsMs <= longestMs || (await isRefusedAtAge(way, longestMs)) ? waitsMs : longestMs;
}

/**
 * If time has passed, or a slow opening may have outlasted pending results or payments, each accepted operation is
 * requested at once for a new payment: if it is refused, it must wait like the others.
 */
export async function findFurtherWaits(
  steps: readonly Step[],
  requester: Requester,
  target: Target,
): Promise<void> {
  const longestMs = target.settle?.longestMs;
  const isLate =
    longestMs !== undefined && (hasTimePassed(steps) || steps.some(({ settles }) => settles !== undefined));
  const isNamed = hasPendingStates(target);
  if (!isLate && !isNamed) return;
  for (const step of steps) {
    const { operation, state, waits, waitsMs = waits, settles } = step;
    if (!isBatch(operation) || state !== 'accepted' || waitsMs !== undefined) continue;
    if (settles === undefined && isRefusedInside(requester, operation, target)) continue;
    // Tests wait for the states that the merchant names before every refund.
    if (operation === 'refund' && !isLate) continue;
    const way = { step, steps, requester, target };
    if (!(await isRefusedAtAge(way, 0))) continue;
    if (isNamed) await asPartOf(step, requester, () => retryAt(afterStateChange(way), way));
    if (step.waits === undefined && longestMs !== undefined) step.waitsMs = await waitFor(way, longestMs);
  }
}

/** True if another operation changed the payment of a step before. */
function isChangedBefore({ operation }: Step, requester: Requester): boolean {
  const testData = requester.testData('full');
  const body = JSON.stringify(bodyOf(operation, testData));
  const ids = testData.orders.map(({ transaction_id }) => transaction_id).filter((id) => body.includes(id));
  return requester.exchanges.some(
    (one) =>
      isBatch(one.exchange.operation) &&
      one.exchange.operation !== operation &&
      isAccepted(one) &&
      ids.some((id) => one.exchange.sent.body.includes(id)),
  );
}

const longestWait = ({ target }: Pick<Retry, 'target'>) => target.settle?.longestMs ?? 0;
/** True if the merchant names states that payments leave by themselves. */
const hasPendingStates = ({ statuses }: Target) =>
  statuses?.['direct-payment']?.payment_status?.pending !== undefined;
const isRefund = ({ step }: Pick<Retry, 'step'>) => step.operation === 'refund';

/** True if the payment of a refused refund was not captured: nothing was, or what was captured waited for a time. */
function needsCapture({ step, steps }: Retry): boolean {
  const capture = stepOf('capture', steps);
  return step.operation === 'refund' && (capture === undefined || capture.waitsMs !== undefined);
}

/** True if waiting can help: it starts at a capture or review; otherwise payments may already be old enough. */
const mayBecomeReady = ({ step, steps, requester }: Retry) =>
  step.operation === 'refund' || !steps.some(({ waited }) => waited) || isChangedBefore(step, requester);

const isLeftOpen = ({ step: { operation, settles }, requester, target }: Retry) =>
  settles === undefined && isRefusedInside(requester, operation, target);

// After an answer that is not a refusal, further requests for the payment would be answered alike.
const isWorthRetrying = ({ step: { main } }: Retry) => main === undefined || !isDead(main);

/** True if captures were requested and none was done. */
const hasOnlyFailedCaptures = ({ requester, target: { statuses } }: Retry) => {
  const calls = callsOf('capture', requester);
  return calls.length > 0 && !calls.some((one) => isDone(one, statuses));
};

/** What is tried after a refusal, in this order, until the step is accepted or nothing is left to wait for. */
const transitions: readonly {
  readonly when: (way: Retry) => boolean;
  /** Yields moments to request the operation again, or finds out something by itself. */
  readonly do: (way: Retry) => AsyncIterable<RetryMoment> | Promise<void>;
}[] = [
  {
    when: isLeftOpen,
    do: (way) => recordSettling(way, hasTimePassed(way.steps) ? longestWait(way) : 0),
  },
  {
    when: needsCapture,
    async *do(way) {
      yield* afterCapture(way, stepOf('capture', way.steps)?.waitsMs ?? 0);
      way.step.startedAt = performance.now();
    },
  },
  {
    when: (way) => isWorthRetrying(way) && (isRefund(way) || hasPendingStates(way.target)),
    do: afterStateChange,
  },
  {
    when: (way) => isWorthRetrying(way) && way.target.settle !== undefined && mayBecomeReady(way),
    do: afterTime,
  },
  {
    when: (way) => way.step.waitsMs !== undefined && isLeftOpen(way),
    do: (way) => recordSettling(way, longestWait(way)),
  },
  {
    // The capture before a refused refund was too soon as well.
    when: (way) =>
      needsCapture(way) &&
      way.step.waited === true &&
      way.step.waitsMs === undefined &&
      hasOnlyFailedCaptures(way),
    async *do(way) {
      for await (const moment of afterCapture(way, longestWait(way)))
        yield { ...moment, shows: { ...moment.shows, waitsMs: longestWait(way) } };
    },
  },
];

/** True if a step is certainly refused, and nothing was found that it waits for. */
function isStillRefused({ step, requester, target }: Retry): boolean {
  const { state, main, operation, after, waits, settles } = step;
  if (main !== undefined && isUnknown(main)) return false;
  if ([after, waits, settles].some((found) => found !== undefined)) return false;
  return state === 'not-accepted' || isRefusedInside(requester, operation, target);
}

/** Requests a refused operation at each moment until it is accepted. */
async function retryAt(
  moments: AsyncIterable<RetryMoment>,
  { step, requester, target }: Retry,
): Promise<void> {
  for await (const { order, caseName, shows } of moments) {
    const body = bodyFor(order, step.operation, requester);
    if (body === undefined) return;
    const again = await retryOperation(step.operation, body, caseName, { requester, target });
    if (again.isTaken)
      Object.assign(step, { state: 'accepted', ...shows, ...defined({ settles: again.settles }) });
    if (again.isTaken) return;
  }
}

/** Requests a refused operation on a new payment, after what it may have waited for. */
export async function retryRefused(way: Retry): Promise<void> {
  if (!isBatch(way.step.operation)) return;
  for (const transition of transitions) {
    if (!isStillRefused(way) || !transition.when(way)) continue;
    const doing = transition.do(way);
    if (doing instanceof Promise) await doing;
    else await retryAt(doing, way);
  }
}
