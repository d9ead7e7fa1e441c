import type { JsonObject } from '../schemas/types.ts';
import { type Numbering, orderNumberFrom } from './order-number.ts';
import { uuidOf } from './values/identity.ts';

/**
 * Returns the body with a new `order_no` and `request_id`, where it has them: an order number may be used once, and a
 * repeated `request_id` could pay a payout twice. Both are derived from `text`, which is called at most once and must
 * return a different text for each request of a run.
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
