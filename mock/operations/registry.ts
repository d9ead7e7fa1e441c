import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Refusal, Reply } from '../reply.ts';
import { cancel, capture, refund, review } from './batch.ts';
import type { HandlerContext } from './handler-context.ts';
import { apmPayment, directPayment, redirectPayment } from './payment.ts';
import { payout } from './payout.ts';
import { query, refundSearch } from './query.ts';
import { cancelSubscription } from './subscriptions.ts';

/** Answers a request that fits its schema, or refuses it. */
export type Handler = (request: JsonObject, context: HandlerContext) => Reply | Refusal;

/** The handler of each documented operation. */
export const handlers = {
  'direct-payment': directPayment,
  'apm-payment': apmPayment,
  'redirect-payment': redirectPayment,
  query,
  capture,
  review,
  cancel,
  'cancel-subscription': cancelSubscription,
  refund,
  'refund-search': refundSearch,
  payout,
} as const satisfies Record<DocumentedOperationId, Handler>;
