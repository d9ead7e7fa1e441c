import type { JsonValue } from '../types.ts';

const decimal = /^[0-9]+(?:\.[0-9]+)?$/;

/** Compares two decimal texts exactly: below, at or above zero; undefined unless both are decimals of reasonable length. */
export function compareDecimals(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): number | undefined {
  const units = unitsOf([one, other]);
  if (units === undefined) return undefined;
  const [left, right] = units as [bigint, bigint];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Sums decimal texts and compares the sum with another one; undefined unless all are decimals. */
export function sumExceeds(parts: readonly JsonValue[], whole: JsonValue | undefined): boolean | undefined {
  const units = unitsOf([whole, ...parts]);
  if (units === undefined) return undefined;
  const [most, ...rest] = units as [bigint, ...bigint[]];
  return rest.reduce((sum, part) => sum + part, 0n) > most;
}

// Amounts are compared as whole numbers of the smallest fraction that any of them has.
function unitsOf(values: readonly (JsonValue | undefined)[]): readonly bigint[] | undefined {
  const texts = values.filter(
    (value): value is string => typeof value === 'string' && value.length <= 100 && decimal.test(value),
  );
  if (texts.length < values.length) return undefined;
  const fractions = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length));
  return texts.map((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(fractions, '0'));
  });
}
