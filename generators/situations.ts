import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import { batchOf, type PaidOrder } from './orders.ts';
import { deriveSeed, sampleOne } from './seed.ts';
import { captureOrders, refundOrders } from './situations/batches.ts';
import {
  type Hand,
  orderNamed,
  orderOf,
  partyOf,
  type Subscription,
  subscriptionOf,
} from './situations/hand.ts';
import { drawPayments, type PaymentsWanted, payOrders } from './situations/payments.ts';
import { payOut } from './situations/payouts.ts';
import { type About, bulkFrom, mostFurther, type Port, portWith, sentBody } from './situations/port.ts';
import { openSubscription } from './situations/subscriptions.ts';
import { validRequest } from './valid.ts';

export {
  type About,
  bulkFrom,
  captureOrders,
  drawPayments,
  type Hand,
  mostFurther,
  openSubscription,
  orderNamed,
  orderOf,
  type PaymentsWanted,
  type Port,
  payOrders,
  payOut,
  portWith,
  refundOrders,
  type Subscription,
  sentBody,
  subscriptionOf,
};

/** How one allowed request of an operation comes about. */
export interface Situation {
  /** Operations whose accepted answers it needs, in the order in which they come. */
  readonly needs: readonly DocumentedOperationId[];
  /** Whether requests of it differ by shape. */
  readonly shaped: boolean;
  /** A complete and coherent body, unsigned; undefined while the hand lacks what it needs. */
  body(hand: Hand): JsonObject | undefined;
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

function overOrder(operation: DocumentedOperationId, choose: Choose): Situation {
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

const listing: Situation = { needs: [], shaped: false, body: ({ context }) => partyOf(context) };

const first: Choose = (orders) => orders.at(0);
// What is cancelled must not have been captured or refunded.
const spare: Choose = (orders) => (orders.length > 1 ? orders.at(-1) : undefined);
const spareOrFirst: Choose = (orders) => spare(orders) ?? first(orders);

/** How one allowed request of each documented operation comes about. */
const situations = {
  'direct-payment': generated('direct-payment'),
  capture: overOrder('capture', first),
  refund: overOrder('refund', first),
  'refund-search': listing,
  query: listing,
  review: overOrder('review', spareOrFirst),
  cancel: overOrder('cancel', spare),
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

/** The situation of one operation, typed without its literal details. */
export function situationOf(operation: DocumentedOperationId): Situation {
  return situations[operation];
}

/** The operations in an order in which each finds what it needs: payments first, searches after what they list. */
export const situationOrder = Object.keys(situations) as readonly DocumentedOperationId[];
