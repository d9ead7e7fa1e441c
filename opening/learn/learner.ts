import type { MakeContext } from '../../generators/context.ts';
import { orderNumberFrom } from '../../generators/order-number.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { withOwnNumbers } from '../../generators/own-numbers.ts';
import { clientWith, payOrders, situationOf, type TestData } from '../../generators/situations.ts';
import type { Life } from '../../schemas/history/life.ts';
import { isAccepted, isDone, mayBeDone, type Statuses, stateOf } from '../../schemas/history/states.ts';
import { isObject } from '../../schemas/json.ts';
import type { Learned } from '../../schemas/opening.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import type { Limits } from '../../targets/file/limits.ts';
import { amountMoved } from '../../targets/sending/amount.ts';
import type { Settings } from '../../targets/settings.ts';
import { answeredWords, stableWords } from '../answer-words.ts';
import { type Expectations, trackPaymentAges } from '../expectations.ts';
import { idsSince, type OpeningVariation, openingContext, type Requester } from '../requester.ts';
import { culpritsAmong } from './searches.ts';

/** Why learning ended early, for one subject or for all. */
export class LearningEnded extends Error {
  readonly ends: 'subject' | 'all';
  constructor(message: string, ends: 'subject' | 'all' = 'subject') {
    super(message);
    this.name = 'LearningEnded';
    this.ends = ends;
  }
}

/** Options of one request of learning. */
export interface Trial extends Omit<OpeningVariation, 'intent'> {
  /** Keeps the order number, because the request is about it. */
  readonly keepsNumber?: true;
}

/** Sends the requests of learning, each with its own order, and keeps what was learned. */
export type Learner = ReturnType<typeof createLearner>;

/** Maximum number of requests for learning in a run. */
const mostRequests = 600;

/** The share of learning in the limits of a run: at most half, as the tests need the rest. */
export function shareOfLearning({ requests, amountTotal }: Pick<Limits, 'requests' | 'amountTotal'>) {
  return { requests: Math.min(mostRequests, Math.floor(requests / 2)), amount: amountTotal / 2 };
}

/** An answer was neither success nor refusal, so that learning about a subject ends. */
export class UnclearAnswer extends LearningEnded {
  constructor(judged: JudgedExchange) {
    super(`at an answer that is neither success nor refusal: ${answeredWords(judged)}`);
  }
}

/** True if a trial was accepted; throws `LearningEnded` if the answer leaves it open. */
export function isTrialAccepted(judged: JudgedExchange, statuses?: Statuses): boolean {
  const { state } = stateOf(judged, statuses);
  if (mayBeDone(judged, statuses) || state === 'unknown' || state === 'throttled')
    throw new UnclearAnswer(judged);
  return isAccepted(judged);
}

/** A row about tried things and those that were accepted. */
export function triedRow(
  tried: readonly string[],
  taken: readonly string[],
  none: string,
): Pick<Learned, 'value' | 'says'> {
  const others = tried.filter((one) => !taken.includes(one));
  return {
    value: taken.length === 0 ? none : taken.join(', '),
    says: others.length === 0 ? 'all that were tried' : `not ${others.join(', ')}`,
  };
}

/** What was learned about one subject; undefined if nothing. */
type LearnedValue = Pick<Learned, 'value' | 'says' | 'answered'> | undefined;

/** Creates the learner of an opening. */
export function createLearner(opening: Requester, settings: Settings, expectations: Expectations) {
  const context = openingContext(settings);
  const before = opening.exchanges.length;
  const share = shareOfLearning(settings.target.limits);
  const ages = trackPaymentAges(expectations, settings.target);
  let made = 0;
  let moved = 0;
  const ownText = () => {
    made += 1;
    return `${settings.runId}-learn-${made.toString(36)}`;
  };
  const left = () => share.amount - moved;
  const requester: Requester = {
    ...opening,
    async send(operation, body, how) {
      if (opening.exchanges.length - before >= share.requests)
        throw new LearningEnded(
          `after ${share.requests} requests, which is the most that this run learns with`,
          'all',
        );
      const amount = amountMoved(operation, body);
      if (amount > 0 && amount > left())
        throw new LearningEnded('where half of limits.amountTotal was asked for');
      moved += amount;
      const judged = await opening.send(operation, body, how);
      ages.note(judged);
      return judged;
    },
  };
  const service: Parameters<typeof ages.prepare>[0] = {
    seed: settings.seed,
    send: (operation, body, { caseName = operation } = {}) => requester.send(operation, body, { caseName }),
    need(judged) {
      if (isTrialAccepted(judged)) return judged;
      throw new LearningEnded(`where no ${judged.exchange.operation} was accepted`);
    },
  };
  const learned: Learned[] = [];
  /** New test data of the run, which pay in a currency that the opening saw accepted. */
  const testData = (shape: TestData['shape']): TestData => {
    const fresh = requester.freshTestData(shape);
    const [order] = fresh.orders;
    if (order === undefined || fresh.context.currencies !== undefined) return fresh;
    return { ...fresh, context: { ...fresh.context, currencies: [order.currency] } };
  };
  /** Sends a body with its own order number or request id, as a request that need not be accepted. */
  const send = (
    operation: DocumentedOperationId,
    body: JsonObject,
    { keepsNumber, ...how }: Trial,
  ): Promise<JudgedExchange> => {
    const own = keepsNumber === true ? body : withOwnNumbers(body, context, ownText);
    return requester.send(operation, own, { ...how, intent: 'odd', departs: ['description'] });
  };
  /** The last request from index `since` on that was not accepted. */
  const lastRefusal = (since: number) =>
    requester.exchanges.slice(since).findLast((judged) => !isAccepted(judged));
  /** Records the answer to a request with a defect, once per defect and operation. */
  const answered = (defect: string, judged: JudgedExchange | undefined): void => {
    if (judged === undefined || judged.exchange.received.kind === 'none') return;
    const { operation, id } = judged.exchange;
    if (learned.some((row) => row.operation === operation && row.subject === defect)) return;
    const isTakenWholly = isDone(judged);
    learned.push({
      clause: '7.8/error-bodies',
      operation,
      subject: defect,
      value: isTakenWholly ? 'accepted' : stableWords(judged),
      says: isTakenWholly
        ? 'it is accepted'
        : `it is ${isAccepted(judged) ? 'answered in its entry' : 'refused'}`,
      exchanges: [id],
    });
  };
  return {
    /** The requester of the opening; it ends learning beyond its share. */
    requester,
    settings,
    learned,
    testData,
    send,
    /** The amount that learning may still move. */
    left,
    /** What the opening saw of the service. */
    expectations,
    /** Keys of the target file that state what was learned. */
    keys: {} as Record<string, JsonValue>,
    /** The life of an order, as far as it was learned. */
    life: undefined as Life | undefined,
    /** A new order number in the format of the run. */
    newNumber: () => orderNumberFrom(context, ownText()),
    lastRefusal,
    answered,
    /** Learns one subject and records all its exchanges; `work` gets the index of the first one. */
    async learns(
      row: Pick<Learned, 'clause' | 'operation' | 'subject'>,
      work: (since: number) => Promise<LearnedValue>,
    ) {
      const since = requester.exchanges.length;
      const told = await work(since);
      if (told !== undefined) learned.push({ ...row, ...told, exchanges: idsSince(requester, since) });
    },
    /** Finds which items are refused, and records the last refusal under the name of the defect. */
    async culprits<Item>(
      defect: string,
      items: readonly Item[],
      passes: (some: readonly Item[]) => Promise<boolean>,
    ): Promise<readonly Item[]> {
      const since = requester.exchanges.length;
      const guilty = await culpritsAmong(items, passes);
      if (guilty.length > 0) answered(defect, lastRefusal(since));
      return guilty;
    },
    /** Makes a card payment; throws `LearningEnded` if none is accepted. */
    async pay(caseName: string): Promise<PaidOrder> {
      const paying = { ...testData(expectations.shapeOf('direct-payment')), count: 1 };
      const { paid } = await payOrders(clientWith(requester, { caseName }), paying);
      const [order] = paid;
      if (order === undefined) throw new LearningEnded('where no payment was accepted');
      return order;
    },
    /** Waits until a payment is ready for an operation; throws `LearningEnded` if that takes too long. */
    async ripen(operation: DocumentedOperationId, order: PaidOrder): Promise<void> {
      const unsettled = await ages.ripen(service, operation, [order], context);
      if (unsettled !== undefined) throw new LearningEnded(unsettled);
    },
    /** Prepares a payment for an operation, as the tests do; throws `LearningEnded` if that takes too long. */
    async prepare(operation: DocumentedOperationId, order: PaidOrder): Promise<void> {
      const { unsettled, tooSoon } = await ages.prepare(service, operation, [order], context);
      const why = unsettled ?? (tooSoon && answeredWords(tooSoon));
      if (why !== undefined) throw new LearningEnded(why);
    },
    /** True if a request is accepted; throws `LearningEnded` if the answer leaves it open. */
    async passes(operation: DocumentedOperationId, body: JsonObject, how: Trial): Promise<boolean> {
      return isTrialAccepted(await send(operation, body, how));
    },
  };
}

/** A complete request that the service accepted at the start of learning. */
export interface AcceptedBody {
  readonly body: JsonObject;
  /** The same request for another context, such as another amount or currency. */
  drawn(more: Partial<MakeContext>): JsonObject;
}

/** A complete accepted body whose totals add up whichever part is left out; throws `LearningEnded` if there is none. */
export async function acceptedBody(
  learner: Learner,
  operation: DocumentedOperationId,
): Promise<AcceptedBody> {
  const situation = situationOf(operation);
  for (const shape of ['full', 'minimal'] as const) {
    const testData = learner.testData(shape);
    for (const arrange of [withoutCharges, (body: JsonObject) => body]) {
      const drawn = (more: Partial<MakeContext>) =>
        arrange(situation.body({ ...testData, context: { ...testData.context, ...more } }) ?? {});
      const body = drawn({});
      if (await learner.passes(operation, body, { caseName: `learning from a ${shape} request` }))
        return { body, drawn };
    }
  }
  throw new LearningEnded(`where no complete ${operation} was accepted`);
}

/** Paths of the values of a body, as in `person.email`; objects are entered, lists are not. */
export function leavesOf(body: JsonObject, prefix = ''): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** The body without the values at some paths; an object that becomes empty is removed. */
export function leaveOut(body: JsonObject, paths: ReadonlySet<string>, prefix = ''): JsonObject {
  const kept = Object.entries(body).flatMap(([name, value]): [string, JsonValue][] => {
    const path = `${prefix}${name}`;
    if (!isObject(value)) return paths.has(path) ? [] : [[name, value]];
    const inner = leaveOut(value, paths, `${path}.`);
    return Object.keys(inner).length === 0 && Object.keys(value).length > 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

const charges = ['shipping', 'handling', 'tax_total', 'insurance', 'shipping_discount', 'discount'];

/** The body with all charges zero, so that its totals add up whichever of them is left out. */
export function withoutCharges(body: JsonObject): JsonObject {
  if (body.item_total === undefined || body.amount === undefined) return body;
  const zeros = charges.filter((name) => body[name] !== undefined).map((name) => [name, '0.00']);
  return { ...body, item_total: body.amount, ...Object.fromEntries(zeros) };
}
