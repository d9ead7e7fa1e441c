import { isObject, listOf } from '../schemas/json.ts';
import { type Family, operationOf } from '../schemas/operations.ts';
import { table } from '../schemas/table.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import type { Shape } from './request.ts';
import { dayAfter } from './values/day.ts';
import { orderNumber } from './values/identity.ts';
import { encodeItems, type ItemRecord, itemRecords } from './values/items.ts';
import { balancingItemTotal, formatCents, parseCents, truncatedTo } from './values/money.ts';
import { exchanged } from './values/rates.ts';
import type { Scene } from './values/scene.ts';
import { categories } from './values/shape-leaves.ts';

const days: Readonly<Record<string, number>> = table({ day: 1, week: 7, month: 30, year: 365 });

function termOf(period: number): string {
  return period >= 365 ? 'yearly' : period >= 28 ? 'monthly' : period >= 7 ? 'weekly' : 'daily';
}

/** Makes a contract end with its last cycle, and its promotion no later (2.4). */
function alignSubscription(contract: JsonValue | undefined): void {
  if (!isObject(contract)) return;
  const {
    interval = 'day',
    interval_count = '1',
    billing_cycle = 1,
    promotion_cycle,
    contract_start,
  } = contract;
  const period = (days[String(interval)] ?? 1) * Number(interval_count);
  const cycles = Number(billing_cycle);
  if (!Number.isInteger(period * cycles) || period * cycles < 1) return;
  if (contract.contract !== undefined) contract.contract = termOf(period);
  if (typeof promotion_cycle === 'number') contract.promotion_cycle = Math.min(promotion_cycle, cycles);
  if (contract.contract_end === undefined) return;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(String(contract_start));
  contract.contract_end = dayAfter(
    isDay ? String(contract_start) : String(contract.contract_end),
    period * cycles,
  );
}

/** The `item_total` with which the parts add up to the amount, or miss it by one cent in the shape `unbalanced`. */
function balancedItems(order: JsonObject, { total, shape }: Scene): string {
  const exact = balancingItemTotal(total, order);
  return formatCents(shape === 'unbalanced' ? exact + 1n : exact);
}

/**
 * Makes the fields of a payment consistent: the totals, and an order number derived from everything else, so that a
 * shrunk request never repeats an order. Mutates the body, as copying a hundred members takes as long as making them.
 */
function alignPayment(order: JsonObject, scene: Scene): JsonObject {
  order.amount = formatCents(scene.total);
  order.order_no = '';
  if (order.item_total !== undefined) order.item_total = balancedItems(order, scene);
  alignBasket(order, scene.currency);
  alignSubscription(order.subscription);
  order.order_no = orderNumber(scene.context, scene.salt, JSON.stringify(order));
  return order;
}

/** Returns the body unchanged: its leaves are consistent already. */
function alignAsDrawn(body: JsonObject): JsonObject {
  return body;
}

/** Adds the SWIFT code of the bank to a payout by SWIFT to an IBAN. */
function alignPayout(body: JsonObject, { persona }: Scene): JsonObject {
  const { beneficiary, payment_method } = body;
  const bank = isObject(beneficiary) ? beneficiary.bank_details : undefined;
  if (payment_method === 'SWIFT' && isObject(bank) && bank.iban !== undefined)
    bank.swift_code ??= persona.account.swift;
  return body;
}

interface Line {
  readonly id: string;
  readonly name: string;
  readonly cents: bigint;
  readonly quantity: bigint;
}

// The first line gets the remainder, to the cent.
function priced(wanted: readonly Omit<Line, 'cents'>[], goods: bigint, currency: string): readonly Line[] {
  const share = goods / BigInt(wanted.length);
  const others = wanted.slice(1).map((line): Line => {
    const cents = truncatedTo(share / line.quantity, currency);
    return cents > 0n ? { ...line, cents } : { ...line, quantity: 1n, cents: truncatedTo(share, currency) };
  });
  const left = others.reduce((rest, { cents, quantity }) => rest - cents * quantity, goods);
  return [...wanted.slice(0, 1).map((line) => ({ ...line, quantity: 1n, cents: left })), ...others];
}

function numberOf(cents: bigint): number {
  return Number(cents) / 100;
}

/** Makes `items` and `cart_items` the same goods, which add up to `item_total`. */
function alignBasket(order: JsonObject, currency: string): void {
  const cart = listOf(order.cart_items).map((entry) =>
    isObject(entry) && isObject(entry.basic_item_data) ? entry.basic_item_data : {},
  );
  const records = typeof order.items === 'string' ? itemRecords(order.items) : [];
  const goods = parseCents(String(order.item_total ?? order.amount)) ?? 0n;
  const wanted = (cart.length > 0 ? cart : records).map((_line, at) => {
    const [, name = '', , quantity = '1'] = records[at % Math.max(1, records.length)] ?? [];
    const own = cart[at] ?? {};
    return {
      id: String(own.productId ?? 1001 + at),
      name: String(own.name ?? name),
      quantity: BigInt(cart.length === 0 ? quantity : String(own.quantity ?? 1)),
    };
  });
  if (wanted.length === 0) return;
  const lines = priced(wanted, goods, currency);
  if (order.items !== undefined)
    order.items = encodeItems(
      lines.map(
        ({ id, name, cents, quantity }): ItemRecord => [id, name, formatCents(cents), String(quantity)],
      ),
    );
  lines.forEach(({ name, cents, quantity }, at) => {
    const data = cart[at];
    if (data === undefined) return;
    if (data.category !== undefined) data.category = categories[name] ?? data.category;
    if (data.quantity !== undefined) data.quantity = String(quantity);
    if (!isObject(data.price)) return;
    if (data.price.amount_local_currency !== undefined) data.price.amount_local_currency = numberOf(cents);
    if (data.price.amount_usd !== undefined)
      data.price.amount_usd = numberOf(exchanged(cents, currency, 'USD'));
  });
}

/** The properties of an operation that its request schema does not state. */
export interface RequestGenerator {
  /** The shapes in which requests of the operation differ. */
  readonly shapes: readonly Shape[];
  /** The shapes with every documented field, which the document shows as valid. */
  readonly shown: readonly Shape[];
  /** Makes fields consistent that depend on each other. */
  readonly agree: (body: JsonObject, scene: Scene) => JsonObject;
}

const payment: RequestGenerator = {
  shapes: ['any', 'minimal', 'full', 'unicode', 'long', 'unbalanced'],
  shown: ['full'],
  agree: alignPayment,
};
const payout: RequestGenerator = {
  shapes: ['any', 'minimal', 'full', 'unicode', 'long'],
  shown: ['full'],
  agree: alignPayout,
};
const batch: RequestGenerator = {
  shapes: ['any', 'minimal'],
  shown: ['any', 'minimal', 'full'],
  agree: alignAsDrawn,
};
const plain: RequestGenerator = {
  shapes: ['minimal'],
  shown: ['any', 'minimal', 'full'],
  agree: alignAsDrawn,
};

const byFamily: Readonly<Record<Family, RequestGenerator>> = {
  payment,
  payout,
  batch,
  search: plain,
  subscription: plain,
};

/** The generator of an operation: that of its family, with further shapes for a batch that has texts in its entries. */
export function generatorOf(operation: DocumentedOperationId): RequestGenerator {
  const { family, batch: entries } = operationOf(operation);
  const hasText = entries?.entry.includes('refund_reason') === true;
  return hasText ? { ...batch, shapes: ['any', 'minimal', 'unicode', 'long'] } : byFamily[family];
}
