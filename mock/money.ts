/** A decimal amount: `units` in steps of 10 to the power of minus `scale`. */
interface Amount {
  readonly units: bigint;
  readonly scale: number;
}

/** Maximum length in characters; arithmetic on longer amounts would cost too much. */
const longestAmount = 40;

function read(text: string): Amount | undefined {
  if (text.length > longestAmount) return undefined;
  const parts = /^([0-9]+)\.([0-9]+)$/.exec(text);
  if (parts?.[1] === undefined || parts[2] === undefined) return undefined;
  return { units: BigInt(parts[1] + parts[2]), scale: parts[2].length };
}

function raised(amount: Amount, scale: number): bigint {
  return amount.units * 10n ** BigInt(scale - amount.scale);
}

/** Returns whether a text is a decimal amount of at most 40 characters. */
export function isAmount(text: string): boolean {
  return read(text) !== undefined;
}

/** Compares two decimal amounts: -1, 0 or 1; undefined if one of them is not an amount. */
export function compareAmounts(left: string, right: string): number | undefined {
  const a = read(left);
  const b = read(right);
  if (a === undefined || b === undefined) return undefined;
  const scale = Math.max(a.scale, b.scale);
  const difference = raised(a, scale) - raised(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Adds two decimal amounts; a text that is not an amount counts as zero. */
export function addAmounts(left: string, right: string): string {
  const none: Amount = { units: 0n, scale: 2 };
  const a = read(left) ?? none;
  const b = read(right) ?? none;
  const scale = Math.max(a.scale, b.scale);
  const digits = (raised(a, scale) + raised(b, scale)).toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
