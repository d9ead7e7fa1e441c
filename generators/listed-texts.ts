import { isObject } from '../schemas/json.ts';
import type { MakeContext } from './context.ts';
import { batchOf, type PaidOrder } from './orders.ts';
import type { RequestCase } from './request.ts';
import { drawOf, textClasses } from './value-classes.ts';

/** Text fields of a card payment that a query returns (2.10) and that evidence does not mask by name. */
const listed = ['website', 'delivery_state'] as const;

/** Number of requests that send every class of texts once. */
export const textClassCount = textClasses.length;

/** A text of the class at an index; the same seed gives the same text. */
function textAt(at: number, seed: number): string {
  const own = `listed ${seed} ${at}`;
  return String(textClasses[at % textClassCount]?.make(drawOf(at, own, own)) ?? '');
}

/** Card payments whose listed texts have one class each; values that the merchant fixes stay. */
export function withListedTexts(
  payments: readonly RequestCase[],
  { fixed }: MakeContext,
  seed: number,
): readonly RequestCase[] {
  const free = listed.filter((name) => fixed?.['direct-payment']?.[name] === undefined);
  return payments.map((made, at) => {
    const text = textAt(at, seed);
    return { ...made, body: { ...made.body, ...Object.fromEntries(free.map((name) => [name, text])) } };
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
