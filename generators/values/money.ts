/** Reads a decimal string of at most two fraction digits as cents; anything else is undefined. */
export function parseCents(amount: string): bigint | undefined {
  const [, whole, fraction] = /^(\d+)\.(\d{1,2})$/.exec(amount) ?? [];
  return whole === undefined || fraction === undefined ? undefined : BigInt(whole + fraction.padEnd(2, '0'));
}

/** Writes cents as a decimal string with two fraction digits, the form of every sample. */
export function formatCents(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

// ISO 4217: currencies without a minor unit.
const withoutMinorUnit = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);

/** Leaves out the fraction; what is less than a unit stays as it is. */
export function wholeUnits(cents: bigint): bigint {
  return cents < 100n ? cents : cents - (cents % 100n);
}

/** The sum as it can be paid: without a fraction in a currency that has no minor unit. */
export function payable(cents: bigint, currency: string): bigint {
  return withoutMinorUnit.has(currency) ? wholeUnits(cents) : cents;
}

/** A part of a sum, cut to what the currency can pay; nothing where that is less than a unit. */
export function cutTo(cents: bigint, currency: string): bigint {
  return withoutMinorUnit.has(currency) ? cents - (cents % 100n) : cents;
}

/** A sum as it is usual in a currency: where there is no minor unit, a hundred units buy little. */
export function inUnits(cents: bigint, currency: string): bigint {
  return withoutMinorUnit.has(currency) ? cents * 100n : cents;
}

/** The smaller of two sums of cents. */
export function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The larger of two sums of cents. */
export function larger(one: bigint, other: bigint): bigint {
  return one < other ? other : one;
}

/** Parts that are added to the total of an order (2.2). */
const chargeNames = ['shipping', 'handling', 'tax_total', 'insurance'] as const;
/** Parts that are taken off the total of an order (2.2). */
const discountNames = ['shipping_discount', 'discount'] as const;

type Parts = Readonly<Record<string, unknown>>;

function sumOf(names: readonly string[], parts: Parts): bigint {
  return names.reduce((sum, name) => sum + (parseCents(String(parts[name] ?? '0.00')) ?? 0n), 0n);
}

/** The `item_total` that makes an order add up: amount less charges, plus discounts; absent parts count as zero. */
export function balancingItemTotal(amount: bigint, parts: Parts): bigint {
  return amount - sumOf(chargeNames, parts) + sumOf(discountNames, parts);
}

/** A part of `total`: `permille` thousandths, rounded down to a cent. */
export function shareOf(total: bigint, permille: number): bigint {
  return (total * BigInt(permille)) / 1000n;
}
