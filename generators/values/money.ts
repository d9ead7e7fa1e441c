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

// ISO 4217: currencies without a minor unit.
const withoutMinorUnit = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);

/** Removes the fraction; an amount below one unit stays as it is. */
export function wholeUnits(cents: bigint): bigint {
  return cents < 100n ? cents : cents - (cents % 100n);
}

/** The amount that can be paid: without a fraction in a currency that has no minor unit. */
export function payable(cents: bigint, currency: string): bigint {
  return withoutMinorUnit.has(currency) ? wholeUnits(cents) : cents;
}

/** Truncates a partial amount to what the currency can pay; 0 for less than one unit. */
export function truncatedTo(cents: bigint, currency: string): bigint {
  return withoutMinorUnit.has(currency) ? cents - (cents % 100n) : cents;
}

/** Scales an amount to a currency: times 100 if it has no minor unit, where one unit is worth little. */
export function scaledTo(cents: bigint, currency: string): bigint {
  return withoutMinorUnit.has(currency) ? cents * 100n : cents;
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
