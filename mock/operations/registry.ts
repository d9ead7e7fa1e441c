import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import { apmPayment } from './apm-payment.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import type { Desk } from './desk.ts';
import { directPayment } from './direct-payment.ts';
import { cancel, capture, review } from './order-batches.ts';
import { payout } from './payout.ts';
import { query } from './query.ts';
import { redirectPayment } from './redirect-payment.ts';
import { refund } from './refund.ts';
import { refundSearch } from './refund-search.ts';

/** Answers one request that fits its schema, or says why it is refused. */
export type Handler = (request: JsonObject, desk: Desk) => Reply | Refusal;

/** One handler per documented operation. */
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
