import { isObject } from '../schemas/json.ts';
import type { MakeContext } from './context.ts';
import { batchOf, type PaidOrder } from './orders.ts';
import type { RequestCase } from './request.ts';
import { drawOf, textClasses } from './value-classes.ts';

/** Texts of a card payment that a query lists again (2.10), and that no evidence masks by their names. */
const listed = ['website', 'delivery_state'] as const;

/** How many requests it takes to send every class of texts once. */
export const everyText = textClasses.length;

/** A text of the class that is at a place among all; equal seeds, equal texts. */
function textAt(at: number, seed: number): string {
  const own = `listed ${seed} ${at}`;
  return String(textClasses[at % everyText]?.make(drawOf(at, own, own)) ?? '');
}

/** Card payments whose listed texts are of one class each; what the merchant fixes stays. */
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

/** Orders that are refunded in tenths, so that there are more refunds than classes of texts, and than a search lists. */
const refundedInTenths = 11;

/** How many payments take refunds for every class of texts: as many as there are, where a payment is refunded whole. */
export function ordersRefunded({ refunds }: Pick<MakeContext, 'refunds'>): number {
  return refunds === 'whole' ? everyText : refundedInTenths;
}

/** Refunds of the given orders in ten parts, or whole ones, whose reasons are of one class each; what the merchant fixes stays. */
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
