import { setTimeout } from 'node:timers/promises';
import type { PaidOrder } from '../generators/orders.ts';
import { defined } from '../schemas/defined.ts';
import { entriesIn, scalarText } from '../schemas/history/outcome.ts';
import { isAccepted, isDone, isUnknown } from '../schemas/history/states.ts';
import { listOf, objectOf } from '../schemas/json.ts';
import type { StateChange } from '../schemas/opening.ts';
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

/** Captures a new payment, so many milliseconds old. */
async function afterCapture(way: Retry, ageMs: number): Promise<RetryMoment | undefined> {
  const { requester, target } = way;
  if (target.capture === 'automatic' || refusalOf('capture', target) !== undefined) return undefined;
  const order = await payAnew(way, 'for a refund once captured');
  await setTimeout(ageMs);
  const captured = order && (await captureAnew(order, requester));
  if (order === undefined || captured === undefined) return undefined;
  const afterSettles = await followEntry(captured, requester, target);
  return { order, caseName: 'once captured', shows: { after: 'capture', ...defined({ afterSettles }) } };
}

/** Maximum number of looks at an order if the merchant gives no `settle`: many services refuse a refund for good. */
const fewSearches = 4;

function orderIn(operation: DocumentedOperationId, body: JsonObject | undefined): string | undefined {
  const [entry] = listOf(body?.[operationOf(operation).batch?.field ?? '']);
  return scalarText(objectOf(entry).transaction_id);
}

/** Follows the order of a refused call in the query until its state changes; undefined if it does not in time. */
function followOrder(
  { operation, body }: { readonly operation: DocumentedOperationId; readonly body: JsonObject | undefined },
  requester: Requester,
  target: Target,
): Promise<StateChange | undefined> {
  const id = orderIn(operation, body);
  const before = target.statuses?.['direct-payment']?.payment_status?.pending ?? [];
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

/** Returns whether the query lists a new payment in another state than the one before within the time of the target. */
async function leaves(order: PaidOrder, before: string, { step, requester, target }: Retry) {
  const look = searchAs(`until it can be ${participles[step.operation]}`, requester, target);
  return pollUntil(async () => {
    const listing = await look('query');
    const record =
      listing && entriesIn(listing).find(({ transaction_id }) => transaction_id === order.transaction_id);
    return record !== undefined && scalarText(record.payment_status) !== before;
  }, pollTimesOf(target));
}

/** Waits until a new payment shows the state to which the order of the refused call has moved. */
async function afterStateChange(way: Retry): Promise<RetryMoment | undefined> {
  const { step, requester, target } = way;
  const { operation } = step;
  const body = bodyOf(operation, requester.testData('full'));
  const waits = await followOrder({ operation, body }, requester, target);
  if (waits === undefined) return undefined;
  const order = await payAsBefore(way);
  if (order === undefined || !(await leaves(order, waits.from, way))) return undefined;
  return { order, caseName: `once it is ${waits.to}`, shows: { waits } };
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
async function recordSettling(way: Retry, waitMs: number): Promise<undefined> {
  const { step, requester, target } = way;
  const { operation } = step;
  const open = callsOf(operation, requester).at(-1);
  if (open === undefined || operation === 'refund' || !isStateUnknown(open, requester)) return undefined;
  const names = { payment: `for a ${operation} of its own`, call: 'over a payment of its own' };
  const judged = await requestForNewPayment(way, names, async () => {
    await setTimeout(waitMs);
    await requestForNewest('query', `before a ${operation} of its own`, requester);
  });
  if (judged !== undefined)
    Object.assign(step, defined({ settles: await followEntry(judged, requester, target) }));
  return undefined;
}

/** Waits for all of the time under `settle`, counted from a new payment or its capture. */
async function afterTime(way: Retry): Promise<RetryMoment | undefined> {
  const { step, requester, target } = way;
  const order = await payAsBefore(way);
  if (order === undefined) return undefined;
  // The state of a payment before the call shows whether an open entry was pending.
  if (!isRefund(way) && isLeftOpen(way))
    await searchAs(`before a ${step.operation} later`, requester, target)('query');
  step.waited = true;
  const waitsMs = longestWait(way);
  await setTimeout(waitsMs);
  return { order, caseName: 'once settle.longestMs is over', shows: { waitsMs } };
}

/** True if a wait was so long that later requests say nothing about a new payment. */
function hasTimePassed(steps: readonly Step[]): boolean {
  return steps.some((step) => step.waited === true || (step.waits ?? step.waitsMs) !== undefined);
}

/** True if an accepted operation is refused at once for a new payment, or after its new capture. */
async function isRefusedAtOnce(way: Retry): Promise<boolean> {
  const { step, steps, requester, target } = way;
  return isRefusedForNewPayment(way, 'at once', async () => {
    if (step.operation !== 'refund' || (step.after !== 'capture' && target.capture !== 'manual')) return true;
    await setTimeout(stepOf('capture', steps)?.waitsMs ?? 0);
    const captured = await requestForNewest('capture', 'before the refund', requester);
    if (captured === undefined || !isAccepted(captured)) return false;
    await followEntry(captured, requester, target);
    return true;
  });
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
    if (!(await isRefusedAtOnce(way))) continue;
    if (isNamed) await asPartOf(step, requester, async () => retryAt(await afterStateChange(way), way));
    if (step.waits === undefined && longestMs !== undefined) step.waitsMs = longestMs;
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
  /** Waits for a moment to request the operation again, or finds out something by itself. */
  readonly do: (way: Retry) => Promise<RetryMoment | undefined>;
}[] = [
  {
    when: isLeftOpen,
    do: (way) => recordSettling(way, hasTimePassed(way.steps) ? longestWait(way) : 0),
  },
  {
    when: needsCapture,
    do: (way) => afterCapture(way, stepOf('capture', way.steps)?.waitsMs ?? 0),
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
    async do(way) {
      const waitsMs = longestWait(way);
      const moment = await afterCapture(way, waitsMs);
      return moment && { ...moment, shows: { ...moment.shows, waitsMs } };
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

/** Requests a refused operation at a moment that was waited for. */
async function retryAt(moment: RetryMoment | undefined, { step, requester, target }: Retry): Promise<void> {
  if (moment === undefined) return;
  const body = bodyFor(moment.order, step.operation, requester);
  if (body === undefined) return;
  const again = await retryOperation(step.operation, body, moment.caseName, { requester, target });
  if (again.isTaken)
    Object.assign(step, { state: 'accepted', ...moment.shows, ...defined({ settles: again.settles }) });
}

/** Requests a refused operation on a new payment, after what it may have waited for. */
export async function retryRefused(way: Retry): Promise<void> {
  if (!isBatch(way.step.operation)) return;
  for (const transition of transitions)
    if (isStillRefused(way) && transition.when(way)) await retryAt(await transition.do(way), way);
}
