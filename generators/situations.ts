import { defined } from '../schemas/defined.ts';
import { asksToWait, isUndecided, mayBeDone, mayBeReplaced, stateOf } from '../schemas/history/states.ts';
import { isObject } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { amountCaps, largestBatch, type MakeContext } from './context.ts';
import { drawRequest, drawRequests } from './drawn.ts';
import { type BatchOptions, batchOf, type PaidOrder } from './orders.ts';
import type { RequestCase } from './request.ts';
import { deriveSeed, sampleOne } from './seed.ts';
import {
  type Client,
  mostRetries,
  orderOf,
  partyOf,
  type Subscription,
  subscriptionOf,
  type TestData,
} from './situations/client.ts';
import { validRequest } from './valid.ts';
import { formatCents, larger, smaller } from './values/money.ts';

export {
  type Client,
  clientWith,
  mostRetries,
  orderNamed,
  orderOf,
  partyOf,
  type RequestDetails,
  type Subscription,
  subscriptionOf,
  type TestData,
} from './situations/client.ts';

/** The card payments to make. */
export interface PaymentsWanted {
  readonly context: MakeContext;
  readonly seed: number;
  readonly count: number;
  /** How many fields are filled in: the shape that the opening saw accepted. */
  readonly shape: 'full' | 'minimal';
  /** The shape of payments that replace refused ones; the same shape by default. */
  readonly thenShape?: 'full' | 'minimal';
  /** Stops at the first payment that is not accepted, whatever shape it has. */
  readonly givesUp?: true;
}

/** The result of the payments. */
interface Payments {
  readonly paid: readonly PaidOrder[];
  /** A payment that was not accepted in the end. */
  readonly refusal?: JudgedExchange;
}

/** An amount in cents that few services refuse as too small. */
const safeCents = 200n;

/** Draws card payments of at most `cap` cents each. */
function drawUpTo(
  cap: bigint | undefined,
  { context, seed, count, shape }: PaymentsWanted,
): readonly RequestCase[] {
  // Minimal payments already stay below a hundredth of the limit.
  const limit = cap === undefined || shape === 'full' ? cap : cap * largestBatch;
  const bounded = limit === undefined ? context : { ...context, amountLimit: formatCents(limit) };
  return drawRequests('direct-payment', bounded, shape, seed, count);
}

/** Card payments in a shape that the service accepts; full ones are small enough for a full batch. */
export function drawPayments(wanted: PaymentsWanted): readonly RequestCase[] {
  return drawUpTo(wanted.shape === 'full' ? amountCaps(wanted.context)?.entry : undefined, wanted);
}

/** Card payments of whole amounts, as large as a batch allows, because smaller ones were refused. */
function drawWhole({ context, seed, ...wanted }: PaymentsWanted, batch: number): readonly RequestCase[] {
  const caps = amountCaps(context);
  const cap = caps && larger(caps.entry, smaller(safeCents, caps.request / BigInt(Math.max(1, batch))));
  return drawUpTo(cap, {
    ...wanted,
    context: { ...context, amounts: 'whole' },
    seed: deriveSeed(seed, 'whole'),
  });
}

interface Payment {
  readonly order: PaidOrder | undefined;
  readonly judged: JudgedExchange;
}

async function sendAll(
  client: Client,
  payments: readonly RequestCase[],
  givesUp = false,
): Promise<readonly Payment[]> {
  const sent: Payment[] = [];
  const width = Math.max(1, client.width ?? 1);
  const pay = async ({ body, name }: RequestCase) => {
    const judged = await client.send('direct-payment', body, { caseName: name });
    return { order: orderOf(judged), judged };
  };
  for (let start = 0; start < payments.length; start += width) {
    const some = await allOf(payments.slice(start, start + width).map(pay));
    sent.push(...some);
    if (givesUp && some.some(({ order }) => order === undefined)) break;
  }
  return sent;
}

/** All results, or the first error, after every promise has settled. */
async function allOf<Result>(promises: readonly Promise<Result>[]): Promise<readonly Result[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

const isTooSoon = ({ judged }: Payment) => asksToWait(judged.exchange.received);

/** True if another payment may replace this one: not if its outcome is unknown or its answer names another order. */
function isRefused({ order, judged }: Payment): boolean {
  const isOver = stateOf(judged).state === 'refused' && !mayBeDone(judged);
  return order === undefined && (isOver || mayBeReplaced(judged));
}

/** Maximum number of rounds in which refused payments are replaced; a service may refuse some replacements, too. */
const mostRounds = 4;

/**
 * Makes accepted card payments. A service may refuse certain amounts, so each refused payment is replaced by another
 * order with a usual whole amount, larger if the limits allow it, and again as long as some are accepted.
 */
export async function payOrders(client: Client, wanted: PaymentsWanted): Promise<Payments> {
  const { count, shape, thenShape = shape, givesUp } = wanted;
  const settled: Payment[] = [];
  let last = await sendAll(client, drawPayments(wanted), givesUp);
  let refused = last.filter(isRefused);
  for (let round = 1; round <= mostRounds && refused.length > 0; round += 1) {
    // If all replacements are refused, the amount is not the cause, unless some answers are undecided, or some payments
    // came too soon for a service that accepted others.
    const cameTooSoon = refused.some(isTooSoon) && settled.some(({ order }) => order);
    const isVain =
      refused.length === last.length && !cameTooSoon && !refused.some(({ judged }) => isUndecided(judged));
    if (round > 1 && (givesUp === true || isVain)) break;
    settled.push(...last.filter((one) => !isRefused(one)));
    const seed = round === 1 ? wanted.seed : deriveSeed(wanted.seed, `round ${round}`);
    const again = round === 1 ? refused.length + count - last.length : refused.length;
    last = await sendAll(
      client,
      drawWhole({ ...wanted, seed, count: again, shape: thenShape }, count),
      givesUp,
    );
    refused = last.filter(isRefused);
  }
  const all = [...settled, ...last];
  const refusal = all.find(({ order }) => order === undefined)?.judged;
  return {
    paid: all.flatMap(({ order }) => order ?? []),
    ...defined({ refusal }),
  };
}

/** How an allowed request of an operation is made. */
export interface Situation {
  /** Operations whose accepted answers it needs, in this order. */
  readonly needs: readonly DocumentedOperationId[];
  /** True if its requests differ by shape. */
  readonly shaped: boolean;
  /** Returns a complete, consistent and unsigned body; undefined while the test data lack what it needs. */
  body(testData: TestData): JsonObject | undefined;
}

function generated(operation: DocumentedOperationId): Situation {
  return {
    needs: [],
    shaped: true,
    body: ({ context, seed, shape }) =>
      sampleOne(validRequest(operation, context, shape), deriveSeed(seed, 'situation', operation, shape))
        .body,
  };
}

type Choose = (orders: readonly PaidOrder[]) => PaidOrder | undefined;

function forOrder(operation: DocumentedOperationId, choose: Choose): Situation {
  return {
    needs: ['direct-payment'],
    shaped: false,
    body({ context, seed, orders }) {
      const order = choose(orders);
      if (order === undefined) return undefined;
      return batchOf(operation, [order], context, deriveSeed(seed, 'situation', operation), { part: 1 }).body;
    },
  };
}

const searchAll: Situation = { needs: [], shaped: false, body: ({ context }) => partyOf(context) };

const firstOrder: Choose = (orders) => orders.at(0);
// A cancelled order must not have been captured or refunded.
const spareOrder: Choose = (orders) => (orders.length > 1 ? orders.at(-1) : undefined);
const spareOrFirstOrder: Choose = (orders) => spareOrder(orders) ?? firstOrder(orders);

/** The situation of each documented operation. */
const situations = {
  'direct-payment': generated('direct-payment'),
  capture: forOrder('capture', firstOrder),
  refund: forOrder('refund', firstOrder),
  'refund-search': searchAll,
  query: searchAll,
  review: forOrder('review', spareOrFirstOrder),
  cancel: forOrder('cancel', spareOrder),
  'cancel-subscription': {
    needs: ['direct-payment'],
    shaped: false,
    body({ context, subscriptions: [subscription] }) {
      return subscription === undefined ? undefined : { ...partyOf(context), ...subscription };
    },
  },
  'apm-payment': generated('apm-payment'),
  'redirect-payment': generated('redirect-payment'),
  payout: generated('payout'),
} as const satisfies Record<DocumentedOperationId, Situation>;

/** The situation of an operation, without its literal type. */
export function situationOf(operation: DocumentedOperationId): Situation {
  return situations[operation];
}

/** The operations in an order in which each finds what it needs: payments first, searches after what they list. */
export const situationOrder = Object.keys(situations) as readonly DocumentedOperationId[];

/** What the batches are drawn from, and the part of each amount to refund. */
interface BatchWanted extends BatchOptions {
  readonly context: MakeContext;
  readonly seed: number;
}

/** Captures or refunds paid orders in as few batches as the limit allows (8). */
export async function sendBatches(
  client: Client,
  operation: 'capture' | 'refund',
  orders: readonly PaidOrder[],
  { context, seed, ...options }: BatchWanted,
): Promise<readonly JudgedExchange[]> {
  const limit = operationOf(operation).batch?.limit ?? 1;
  const judged: JudgedExchange[] = [];
  for (let start = 0; start < orders.length; start += limit) {
    const { body, name } = batchOf(operation, orders.slice(start, start + limit), context, seed, options);
    judged.push(await client.send(operation, body, { caseName: name }));
  }
  return judged;
}

/** The subscription to open; its contract has a given name where that matters. */
interface SubscriptionWanted {
  readonly context: MakeContext;
  readonly seed: number;
  readonly contractName?: string;
}

/** The result of opening a subscription. */
interface Opened {
  readonly payment: JudgedExchange;
  /** Absent if the payment was not accepted or its answer has no subscription. */
  readonly subscription?: Subscription;
}

function named(body: JsonObject, contract_name: string | undefined): JsonObject {
  if (contract_name === undefined) return body;
  const contract = isObject(body.subscription) ? body.subscription : {};
  return { ...body, subscription: { ...contract, contract_name } };
}

/** Opens a subscription with a card payment that has every documented field (2.4). */
export async function openSubscription(
  client: Client,
  { context, seed, contractName }: SubscriptionWanted,
): Promise<Opened> {
  for (let round = 0; ; round += 1) {
    const drawnFrom = round === 0 ? seed : deriveSeed(seed, `round ${round}`);
    const made = drawRequest('direct-payment', context, 'full', drawnFrom);
    const body = named(made.body, contractName);
    const payment = await client.send('direct-payment', body, { caseName: made.name });
    if (mayBeReplaced(payment) && round < mostRetries) continue;
    return { payment, ...defined({ subscription: subscriptionOf(payment) }) };
  }
}
