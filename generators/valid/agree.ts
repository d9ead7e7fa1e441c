import type { JsonObject } from '../../schemas/types.ts';
import { orderNumber } from '../values/identity.ts';
import { balancingItemTotal, formatCents } from '../values/money.ts';
import type { Scene } from '../values/scene.ts';
import { agreeBasket } from './basket.ts';
import { agreeSubscription } from './subscription.ts';

/** Makes the parts of an order add up to its amount, or miss it by one cent in the shape `unbalanced`. */
function balancedItems(order: JsonObject, { total, shape }: Scene): string {
  const exact = balancingItemTotal(total, order);
  return formatCents(shape === 'unbalanced' ? exact + 1n : exact);
}

/**
 * Makes the fields of a payment agree: the total, and an order number that depends on everything else in it, so that
 * a shrunk request never repeats the order of another one. They are put into the body itself, which is made for this one
 * request: copying a hundred members takes as long as making them.
 */
export function agreePayment(order: JsonObject, scene: Scene): JsonObject {
  order.amount = formatCents(scene.total);
  order.order_no = '';
  if (order.item_total !== undefined) order.item_total = balancedItems(order, scene);
  agreeBasket(order, scene.currency);
  agreeSubscription(order.subscription);
  order.order_no = orderNumber(scene.context, scene.salt, JSON.stringify(order));
  return order;
}

/** Leaves a body as its scene made it: its leaves agree already. */
export function agreeAsDrawn(body: JsonObject): JsonObject {
  return body;
}
