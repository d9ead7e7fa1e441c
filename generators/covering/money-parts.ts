import { amountParts } from '../../schemas/amount-parts.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { amountClasses } from '../values/classes/number-classes.ts';
import type { ValueClass } from '../values/classes/value-class.ts';
import { balancingItemTotal, formatCents, larger, parseCents } from '../values/money.ts';

type MoneyPart = (typeof amountParts)[number];

// Charges meet discounts of the same size, and one part makes up the whole amount: so each part has each class while
// the parts still add up.
const wholes = ['tax_total', 'insurance', 'item_total'] as const;

/** Requests in which every part of an amount has had every class. */
export const moneyRounds = amountClasses.length * wholes.length;

/** Which class each part of the amount has in a request. */
export function moneyClasses(at: number, offset: number): ReadonlyMap<MoneyPart, ValueClass> {
  const classAt = (turn: number) => amountClasses[(turn + offset) % amountClasses.length] as ValueClass;
  const whole = wholes[Math.floor(at / amountClasses.length) % wholes.length] ?? 'tax_total';
  return new Map<MoneyPart, ValueClass>([
    ['amount', classAt(at)],
    [whole, classAt(at)],
    ['shipping', classAt(at + 5)],
    ['shipping_discount', classAt(at + 5)],
    ['handling', classAt(at + 9)],
    ['discount', classAt(at + 9)],
  ]);
}

function centsOf(body: JsonObject, name: string): bigint {
  return parseCents(String(body[name])) ?? 0n;
}

/** An order without charges and discounts, to which classes of amounts are added. */
export function plainMoney(body: JsonObject): JsonObject {
  const zeros = amountParts.slice(2).filter((name) => body[name] !== undefined);
  return {
    ...body,
    ...Object.fromEntries(zeros.map((name) => [name, '0.00'])),
    item_total: body.amount ?? '1.00',
  };
}

/** Makes the parts of an order add up again, changing only parts that a request does not carry. */
export function settle(body: JsonObject, carried: ReadonlySet<string>): JsonObject {
  const free = (name: MoneyPart) => body[name] !== undefined && !carried.has(name);
  // What is added to the items to make the amount.
  const added = -balancingItemTotal(0n, body);
  const amount = centsOf(body, 'amount');
  const items = centsOf(body, 'item_total');
  if (!free('amount'))
    return free('item_total') ? { ...body, item_total: formatCents(larger(0n, amount - added)) } : body;
  const enough = free('item_total') ? items + larger(0n, -added) : items;
  return {
    ...body,
    ...(free('item_total') ? { item_total: formatCents(enough) } : {}),
    amount: formatCents(larger(1n, enough + added)),
  };
}
