import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals, plainDecimal, sumExceeds } from '../../../schemas/rules/values.ts';

test.each([
  ['1.00', '1.0', 0],
  ['.50', '0.5', 0],
  ['5.', '5', 0],
  ['10.00', '9.99', 1],
  ['0.1', '0.10000000000000000000001', -1],
  ['123456789012345678901.00', '123456789012345678900.99', 1],
])('%s and %s compare exactly', (one, other, sign) => {
  expect(compareDecimals(one, other)).toBe(sign);
});

test('two decimals compare as the whole numbers of their smallest fraction do', () => {
  const digits = fc.string({ unit: fc.constantFrom('0', '0', '1', '9'), minLength: 1, maxLength: 6 });
  const decimal = fc
    .tuple(digits, fc.option(digits))
    .map(([whole, part]) => (part === null ? whole : `${whole}.${part}`));
  const unitsOf = (text: string) =>
    BigInt((text.split('.')[0] ?? '') + (text.split('.')[1] ?? '').padEnd(6, '0'));
  const asNumbers = fc.property(decimal, decimal, (one, other) => {
    const difference = unitsOf(one) - unitsOf(other);
    expect(compareDecimals(one, other)).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1);
    expect(plainDecimal(one) === plainDecimal(other)).toBe(difference === 0n);
  });
  fc.assert(asNumbers, { numRuns: 3000, seed: 5 });
});

test.each([['1,00'], ['-1.00'], ['1e2'], [''], ['.'], [5], [null], [undefined], ['9'.repeat(200)]])(
  '%s is no decimal to compare',
  (odd) => {
    expect(compareDecimals(odd, '1.00')).toBeUndefined();
    expect(plainDecimal(String(odd))).toBe(odd === 5 ? '5.' : undefined);
  },
);

test('parts are summed without rounding', () => {
  expect(sumExceeds(['0.1', '0.2'], '0.3')).toBe(false);
  expect(sumExceeds(['0.1', '0.21'], '0.3')).toBe(true);
  expect(sumExceeds(['x'], '0.3')).toBeUndefined();
});
