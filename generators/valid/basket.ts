import { isObject, listOf } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { encodeItems, type ItemRecord, itemRecords } from '../values/items.ts';
import { cutTo, formatCents, parseCents } from '../values/money.ts';
import { exchanged } from '../values/rates.ts';

interface Line {
  readonly id: string;
  readonly name: string;
  readonly cents: bigint;
  readonly quantity: bigint;
}

// The first line takes what the others leave, to the cent.
function priced(wanted: readonly Omit<Line, 'cents'>[], goods: bigint, currency: string): readonly Line[] {
  const share = goods / BigInt(wanted.length);
  const others = wanted.slice(1).map((line): Line => {
    const cents = cutTo(share / line.quantity, currency);
    return cents > 0n ? { ...line, cents } : { ...line, quantity: 1n, cents: cutTo(share, currency) };
  });
  const left = others.reduce((rest, { cents, quantity }) => rest - cents * quantity, goods);
  return [...wanted.slice(0, 1).map((line) => ({ ...line, quantity: 1n, cents: left })), ...others];
}

function numberOf(cents: bigint): number {
  return Number(cents) / 100;
}

/**
 * Makes what was bought add up: the lines of `items` and the entries of `cart_items` are the same goods, and cost what the
 * order says that its items cost.
 */
export function agreeBasket(order: JsonObject, currency: string): void {
  const cart = listOf(order.cart_items).map((entry) =>
    isObject(entry) && isObject(entry.basic_item_data) ? entry.basic_item_data : {},
  );
  const records = typeof order.items === 'string' ? itemRecords(order.items) : [];
  const goods = parseCents(String(order.item_total ?? order.amount)) ?? 0n;
  const wanted = (cart.length > 0 ? cart : records).map((_line, at) => {
    const [id = '', name = '', , quantity = '1'] = records[at % Math.max(1, records.length)] ?? [];
    const own = cart[at] ?? {};
    return {
      id: String(own.productId ?? id),
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
  lines.forEach(({ cents, quantity }, at) => {
    const data = cart[at];
    if (data === undefined) return;
    if (data.quantity !== undefined) data.quantity = String(quantity);
    if (!isObject(data.price)) return;
    if (data.price.amount_local_currency !== undefined) data.price.amount_local_currency = numberOf(cents);
    if (data.price.amount_usd !== undefined)
      data.price.amount_usd = numberOf(exchanged(cents, currency, 'USD'));
  });
}
