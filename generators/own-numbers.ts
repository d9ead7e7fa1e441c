import type { JsonObject } from '../schemas/types.ts';
import { type Numbering, orderNumberFrom } from './order-number.ts';
import { uuidOf } from './values/identity.ts';

/**
 * The body with an `order_no` and a `request_id` of its own, where it has such members: an order number may be used once,
 * and a payout that was taken twice for one `request_id` would be paid twice. Both follow from `text`, which is asked for
 * at most once and must be another one for each request of a run.
 */
export function withOwnNumbers(body: JsonObject, numbering: Numbering, text: () => string): JsonObject {
  if (!('order_no' in body) && !('request_id' in body)) return body;
  const own = text();
  return {
    ...body,
    ...('order_no' in body ? { order_no: orderNumberFrom(numbering, own) } : {}),
    ...('request_id' in body ? { request_id: uuidOf(own) } : {}),
  };
}
