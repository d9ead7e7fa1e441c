import { amountParts } from '../../schemas/amount-parts.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { amountCaps, type MakeContext } from '../context.ts';
import type { Field } from '../fields.ts';
import { amountClasses } from '../values/classes/number-classes.ts';
import { drawOf, type ValueClass } from '../values/classes/value-class.ts';
import { balancingItemTotal, formatCents, larger, parseCents } from '../values/money.ts';
import { mostCycles } from '../values/name-leaves.ts';
import { shapeNameOf } from '../values/shape-name.ts';

function boundOf(text: string): bigint {
  return parseCents(text) ?? parseCents(`${text}.00`) ?? BigInt(Math.ceil((Number(text) || 0) * 100));
}

// The limits count a member as money by its name, whatever its type.
const moneyName = /amount/i;

const aboveLimit = 'above limits.amountPerRequest of the target';

/** Returns why the target does not allow a value of a class to be sent, usually an amount; undefined if it does. */
export function whyBounded(
  operation: DocumentedOperationId,
  context: MakeContext,
): (field: Pick<Field, 'schema' | 'label'>, one: ValueClass) => string | undefined {
  const cap = amountCaps(context)?.request;
  const ranges = Object.values(context.ranges ?? {});
  return ({ schema, label }, { make, forbidden }) => {
    if (forbidden !== undefined) return forbidden;
    if (label === 'token_id') return 'a token is sent where the service gave it';
    const shape = shapeNameOf(schema);
    // A subscription deducts its amount once per cycle.
    if (label.endsWith('billing_cycle'))
      return cap !== undefined && Number(make(drawOf(0, '', operation, label))) > 1 ? aboveLimit : undefined;
    const times = label.endsWith('contract_amount') ? BigInt(mostCycles) : 2n;
    if (shape !== 'amount' && shape !== 'integerDigits' && !moneyName.test(label)) return undefined;
    // Nines in place of all digits give the largest value of a class.
    const cents = boundOf(String(make(drawOf(0, '', operation, label))).replace(/[1-9]/g, '9'));
    // The double is compared, so that an amount with charges added stays within the limit.
    if (cap !== undefined && cents * times > cap) return aboveLimit;
    const isOrder = shape === 'amount' && label === 'amount';
    const outside = ranges.some(
      ({ smallest = '0.00', largest }) =>
        cents < boundOf(smallest) || (largest !== undefined && cents > boundOf(largest)),
    );
    return isOrder && outside ? 'outside the amounts that the currencies of the target allow' : undefined;
  };
}

type MoneyPart = (typeof amountParts)[number];

// Charges are cancelled by equal discounts, and one part equals the whole amount. So every part has every class while
// the parts still add up.
const wholeAmountParts = ['tax_total', 'insurance', 'item_total'] as const;

/** Number of requests after which every part of an amount has had every class. */
export const moneyRounds = amountClasses.length * wholeAmountParts.length;

/** The class of each part of the amount in a request. */
export function moneyClasses(at: number, offset: number): ReadonlyMap<MoneyPart, ValueClass> {
  const classAt = (turn: number) => amountClasses[(turn + offset) % amountClasses.length] as ValueClass;
  const whole =
    wholeAmountParts[Math.floor(at / amountClasses.length) % wholeAmountParts.length] ?? 'tax_total';
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

/** The order with all charges and discounts at zero. */
export function plainMoney(body: JsonObject): JsonObject {
  const zeros = amountParts.slice(2).filter((name) => body[name] !== undefined);
  return {
    ...body,
    ...Object.fromEntries(zeros.map((name) => [name, '0.00'])),
    item_total: body.amount ?? '1.00',
  };
}

/** Adjusts the amount and `item_total` so that the parts of an order add up; parts that a request carries stay. */
export function settle(body: JsonObject, carried: ReadonlySet<string>): JsonObject {
  const free = (name: MoneyPart) => body[name] !== undefined && !carried.has(name);
  // Charges less discounts.
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
