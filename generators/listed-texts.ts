import { isObject } from '../schemas/json.ts';
import type { MakeContext } from './context.ts';
import { batchOf, type PaidOrder } from './orders.ts';
import type { RequestCase } from './request.ts';
import { drawOf, emailClasses, phoneClasses, textClasses, type ValueClass } from './value-classes.ts';

/** Fields of a card payment that a query returns (2.10), with the classes of their values; usual ones where it may normalise. */
const listed = {
  website: textClasses,
  delivery_state: textClasses,
  shopper_email: emailClasses.slice(0, 1),
  shopper_phone: phoneClasses.slice(0, 1),
};

/** Number of requests that send every class of texts once. */
export const textClassCount = textClasses.length;

/** A text of the class at an index; the same seed gives the same text. */
function textAt(at: number, seed: number, classes: readonly ValueClass[] = textClasses): string {
  const own = `listed ${seed} ${at}`;
  return String(classes[at % classes.length]?.make(drawOf(at, own, own)) ?? '');
}

/** Card payments whose listed texts have one class each; values that the merchant fixes stay. */
export function withListedTexts(
  payments: readonly RequestCase[],
  { fixed }: MakeContext,
  seed: number,
): readonly RequestCase[] {
  const free = Object.entries(listed).filter(([name]) => fixed?.['direct-payment']?.[name] === undefined);
  return payments.map((made, at) => {
    const texts = free.map(([name, classes]) => [name, textAt(at, seed, classes)]);
    return { ...made, body: { ...made.body, ...Object.fromEntries(texts) } };
  });
}

/** Number of orders refunded in tenths: more refunds than there are text classes, and than a search lists. */
const refundedInTenths = 11;

/** Number of payments whose refunds cover every class of texts: one per class if refunds are never partial. */
export function ordersRefunded({ refunds }: Pick<MakeContext, 'refunds'>): number {
  return refunds === 'whole' ? textClassCount : refundedInTenths;
}

/** Refunds of the orders, full or in ten parts, whose reasons have one class each unless the merchant fixes them. */
export function refundsWithReasons(
  orders: readonly PaidOrder[],
  context: MakeContext,
  seed: number,
): readonly RequestCase[] {
  const times = context.refunds === 'whole' ? 1 : 10;
  return Array.from({ length: times }, (_none, time) => {
    const made = batchOf('refund', orders, context, seed, { part: 1 / times });
    const { refund_orders } = made.body;
    if (context.fixed?.refund?.refund_reason !== undefined || !Array.isArray(refund_orders)) return made;
    const entries = refund_orders.map((entry, at) =>
      isObject(entry) ? { ...entry, refund_reason: textAt(time * orders.length + at, seed) } : entry,
    );
    return { ...made, body: { ...made.body, refund_orders: entries } };
  });
}
