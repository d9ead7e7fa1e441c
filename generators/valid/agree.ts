import type { JsonObject } from '../../schemas/types.ts';
import { orderNumber } from '../values/identity.ts';
import { balancingItemTotal, formatCents } from '../values/money.ts';
import type { Scene } from '../values/scene.ts';

/** Makes the parts of an order add up to its amount, or miss it by one cent in the shape `unbalanced`. */
function balance(order: JsonObject, { total, shape }: Scene): JsonObject {
  if (order.item_total === undefined) return order;
  const exact = balancingItemTotal(total, order);
  return { ...order, item_total: formatCents(shape === 'unbalanced' ? exact + 1n : exact) };
}

/**
 * Makes the fields of a payment agree: the total, and an order number that depends on everything else in it, so that
 * a shrunk request never repeats the order of another one.
 */
export function agreePayment(body: JsonObject, scene: Scene): JsonObject {
  const order = balance({ ...body, amount: formatCents(scene.total) }, scene);
  const words = JSON.stringify({ ...order, order_no: '' });
  return { ...order, order_no: orderNumber(scene.context, scene.salt, words) };
}

/** Leaves a body as its scene made it: its leaves agree already. */
export function agreeAsDrawn(body: JsonObject): JsonObject {
  return body;
}
