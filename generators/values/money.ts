import { onceForText } from '../../schemas/once-for.ts';

/** Parses a decimal string with one or two fraction digits as cents; anything else gives undefined. */
export function parseCents(amount: string): bigint | undefined {
  const [, whole, fraction] = /^(\d+)\.(\d{1,2})$/.exec(amount) ?? [];
  return whole === undefined || fraction === undefined ? undefined : BigInt(whole + fraction.padEnd(2, '0'));
}

/** Formats cents as a decimal string with two fraction digits, as in every sample. */
export function formatCents(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** True for a currency with a minor unit, and for a code that nobody knows. */
const hasMinorUnit = onceForText(
  (currency) =>
    !/^[A-Za-z]{3}$/.test(currency) ||
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits !==
      0,
);

/** Removes the fraction; an amount below one unit stays as it is. */
export function wholeUnits(cents: bigint): bigint {
  return cents < 100n ? cents : cents - (cents % 100n);
}

/** The amount that can be paid: without a fraction in a currency that has no minor unit. */
export function payable(cents: bigint, currency: string): bigint {
  return hasMinorUnit(currency) ? cents : wholeUnits(cents);
}

/** Truncates a partial amount to what the currency can pay; 0 for less than one unit. */
export function truncatedTo(cents: bigint, currency: string): bigint {
  return hasMinorUnit(currency) ? cents : cents - (cents % 100n);
}

/** Scales an amount to a currency: times 100 if it has no minor unit, where one unit is worth little. */
export function scaledTo(cents: bigint, currency: string): bigint {
  return hasMinorUnit(currency) ? cents : cents * 100n;
}

/** A part of an amount that can be paid by itself: at least one unit of the currency, and all of it if it is all. */
export function payablePart(part: bigint, whole: bigint, currency: string): bigint {
  return part === whole ? whole : larger(truncatedTo(part, currency), smaller(scaledTo(1n, currency), whole));
}

/** Cents as a JSON number of units. */
export function numberOf(cents: bigint): number {
  return Number(cents) / 100;
}

/** The smaller of two amounts in cents. */
export function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The larger of two amounts in cents. */
export function larger(one: bigint, other: bigint): bigint {
  return one < other ? other : one;
}

/** Parts added to the total of an order (2.2). */
const chargeNames = ['shipping', 'handling', 'tax_total', 'insurance'] as const;
/** Parts subtracted from the total of an order (2.2). */
const discountNames = ['shipping_discount', 'discount'] as const;

type Parts = Readonly<Record<string, unknown>>;

function sumOf(names: readonly string[], parts: Parts): bigint {
  return names.reduce((sum, name) => sum + (parseCents(String(parts[name] ?? '0.00')) ?? 0n), 0n);
}

/** The `item_total` for which an order adds up: amount less charges plus discounts; absent parts count as zero. */
export function balancingItemTotal(amount: bigint, parts: Parts): bigint {
  return amount - sumOf(chargeNames, parts) + sumOf(discountNames, parts);
}

/** `permille` thousandths of `total`, rounded down to a cent. */
export function shareOf(total: bigint, permille: number): bigint {
  return (total * BigInt(permille)) / 1000n;
}
