import { amountParts } from '../schemas/amount-parts.ts';
import { isObject, listOf } from '../schemas/json.ts';
import { longestText } from '../schemas/judge/grade.ts';
import { type Family, operationOf } from '../schemas/operations.ts';
import { table } from '../schemas/table.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import type { Shape } from './request.ts';
import { dayAfter } from './values/day.ts';
import { digitsOf, orderNumber } from './values/identity.ts';
import { encodeItems, type ItemRecord, itemRecords } from './values/items.ts';
import {
  balancingItemTotal,
  formatCents,
  numberOf,
  parseCents,
  scaledTo,
  truncatedTo,
} from './values/money.ts';
import type { Persona } from './values/persona.ts';
import { plainLetters } from './values/plain-letters.ts';
import { exchanged } from './values/rates.ts';
import { companyType, isCompany, type Scene } from './values/scene.ts';
import { categories, productFor } from './values/shape-leaves.ts';

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

/** The parts of an amount without the goods: charges and discounts. */
const besideGoods = amountParts.slice(2);

/** A discount on the shipping is never above the shipping. */
function alignShippingDiscount(order: JsonObject): void {
  const [shipping = 0n, discount = 0n] = [order.shipping, order.shipping_discount].map((text) =>
    parseCents(String(text)),
  );
  if (order.shipping === undefined) delete order.shipping_discount;
  else if (discount > shipping) order.shipping_discount = order.shipping;
}

/**
 * Makes `item_total` and the other parts add up to the amount, or miss it by the least of the currency in the shape
 * `unbalanced`. Without the sum of its goods an order names no other part, unless the merchant fixes one.
 */
function alignParts(order: JsonObject, { total, shape, known, currency }: Scene): void {
  const free = besideGoods.filter((name) => known[name] === undefined && order[name] !== undefined);
  const isSaid = besideGoods.some((name) => known[name] !== undefined);
  if (order.item_total === undefined && !isSaid) {
    for (const name of free) delete order[name];
    return;
  }
  if (known.shipping_discount === undefined && order.shipping_discount !== undefined)
    alignShippingDiscount(order);
  const said = parseCents(String(known.item_total));
  const discount = parseCents(String(order.discount)) ?? 0n;
  if (said !== undefined || balancingItemTotal(total, order) <= discount)
    for (const name of free) if (order[name] !== undefined) order[name] = formatCents(0n);
  const left = balancingItemTotal(total, order);
  // What the merchant fixes may be more than the amount, which then follows from the goods.
  const goods = said ?? (left > 0n ? left : total);
  if (known.amount === undefined) order.amount = formatCents(total + goods - left);
  const items = known.amount === undefined ? goods : left;
  order.item_total = formatCents(shape === 'unbalanced' ? items + scaledTo(1n, currency) : items);
}

/**
 * Makes the fields of a payment consistent: the totals, and an order number derived from everything else, so that a
 * shrunk request never repeats an order. Mutates the body, as copying a hundred members takes as long as making them.
 */
function alignPayment(order: JsonObject, scene: Scene): JsonObject {
  order.amount = formatCents(scene.total);
  order.order_no = '';
  alignParts(order, scene);
  alignBasket(order, scene.currency);
  alignSubscription(order.subscription);
  order.order_no = orderNumber(scene.context, scene.salt, JSON.stringify(order));
  return order;
}

/** Returns the body unchanged: its leaves are consistent already. */
function alignAsDrawn(body: JsonObject): JsonObject {
  return body;
}

/** Makes a party a company, which has a name and no date of birth, or a person, who has neither name nor type of one. */
function alignParty(party: JsonValue | undefined, name: string, scene: Scene, persona: () => Persona): void {
  if (!isObject(party)) return;
  if (!isCompany(scene, name)) {
    delete party.entity_type;
    delete party.company_name;
    return;
  }
  delete party.date_of_birth;
  party.entity_type ??= companyType;
  const { company } = persona();
  party.company_name ??= scene.context.letters === 'plain' ? plainLetters(company) : company;
}

/** Names the account of the beneficiary if nothing else says where the money goes, and the bank of a SWIFT payment. */
function alignAccount(body: JsonObject, bank: JsonValue | undefined, { persona, salt }: Scene): void {
  const { account } = persona;
  const details = isObject(bank) ? bank : {};
  const isNamed = Boolean(body.beneficiary_id || details.account_number || details.iban);
  if (!isNamed && isObject(bank)) bank.account_number = account.number;
  else if (!isNamed) body.beneficiary_id = digitsOf(salt, 'beneficiary_id').slice(0, 10);
  if (body.payment_method === 'SWIFT' && (details.account_number ?? details.iban) !== undefined)
    details.swift_code ??= account.swift;
}

/** Makes the parties, the account and the bank of a payout belong together. */
function alignPayout(body: JsonObject, scene: Scene): JsonObject {
  const { beneficiary, payer } = body;
  if (scene.context.contradictions !== 'kept') {
    alignParty(beneficiary, 'beneficiary', scene, () => scene.persona);
    alignParty(payer, 'payer', scene, scene.partner);
  }
  alignAccount(body, isObject(beneficiary) ? beneficiary.bank_details : undefined, scene);
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

/** Writes goods as `items`, with names cut alike where the list would be longer than a text that is clearly allowed. */
function itemsOf(lines: readonly Line[]): string {
  const written = (most: number) =>
    encodeItems(
      lines.map(
        ({ id, name, cents, quantity }): ItemRecord => [
          id,
          name.slice(0, most).toWellFormed(),
          formatCents(cents),
          String(quantity),
        ],
      ),
    );
  const whole = written(longestText);
  if (whole.length <= longestText) return whole;
  return written(Math.floor(Math.max(0, longestText - written(0).length) / lines.length));
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
  const lines = priced(wanted, goods, currency).map((line, at) => ({
    ...line,
    name: productFor(line.name, exchanged(line.cents, currency, 'USD'), at),
  }));
  if (order.items !== undefined) order.items = itemsOf(lines);
  lines.forEach(({ name, cents, quantity }, at) => {
    const data = cart[at];
    if (data === undefined) return;
    if (data.name !== undefined) data.name = name;
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
