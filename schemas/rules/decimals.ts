import type { JsonValue } from '../types.ts';

const decimal = /^[0-9]+(?:\.[0-9]+)?$/;

/** Compares two decimal texts exactly: below, at or above zero; undefined unless both are decimals of reasonable length. */
export function compareDecimals(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): number | undefined {
  if (!isDecimal(one) || !isDecimal(other)) return undefined;
  const [whole, fraction] = digitsOf(one);
  const [otherWhole, otherFraction] = digitsOf(other);
  if (whole.length !== otherWhole.length) return Math.sign(whole.length - otherWhole.length);
  return compareTexts(whole, otherWhole) || compareTexts(fraction, otherFraction);
}

/** Digits before and behind the dot, without the zeros that say nothing: of as many digits, texts compare as numbers do. */
function digitsOf(text: string): readonly [whole: string, fraction: string] {
  const dot = text.indexOf('.');
  const whole = (dot === -1 ? text : text.slice(0, dot)).replace(/^0+/, '');
  return [whole, dot === -1 ? '' : text.slice(dot + 1).replace(/0+$/, '')];
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function isDecimal(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length <= 100 && decimal.test(value);
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
  const texts = values.filter(isDecimal);
  if (texts.length < values.length) return undefined;
  const fractions = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length));
  return texts.map((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(fractions, '0'));
  });
}
