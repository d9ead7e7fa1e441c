import { type ValueClass, valueClass } from './value-class.ts';

/** Digits before the dot of the largest amount of fourteen digits, two of them fraction digits. */
const mostDigits = 12;

function ofDigits(count: number): ValueClass {
  return valueClass(
    `${count}-integer-digit${count === 1 ? '' : 's'}`,
    `An amount with ${count} digits before the dot.`,
    ({ digits }) => `${digits(count)}.${digits(2)}`,
  );
}

/** Amounts that a 64-bit float holds slightly too small, so that truncating the amount times 100 loses a cent. */
const inexact = ['1.13', '1.15', '4.35', '5.06', '8.29', '9.95'];

/** Classes of a decimal amount (1.1), from the simplest. */
export const amountClasses: readonly ValueClass[] = [
  valueClass('smallest-amount', 'One cent.', () => '0.01'),
  valueClass('whole-amount', 'An amount without cents.', ({ digits }) => `${digits(1)}.00`),
  valueClass('trailing-zero', 'Cents that end in a zero, which a number would shorten.', ({ pick }) =>
    pick(['2.10', '3.70', '7.50']),
  ),
  valueClass('cents-below-ten', 'Cents that begin with a zero.', ({ pick }) =>
    pick(['1.01', '3.05', '4.09']),
  ),
  valueClass('inexact-in-binary', 'An amount that binary fractions fall short of.', ({ pick }) =>
    pick(inexact),
  ),
  ...Array.from({ length: mostDigits }, (_none, at) => ofDigits(at + 1)),
  valueClass('largest-amount', 'The largest amount of fourteen digits.', () => '999999999999.99'),
];

/** Classes of an amount that is a string of digits (1.2). */
export const digitClasses: readonly ValueClass[] = [
  valueClass('smallest-digits', 'The smallest amount of digits.', () => '1'),
  valueClass('whole-hundred', 'A round sum.', ({ digits }) => `${digits(1)}00`),
  ...Array.from({ length: 14 }, (_none, at) =>
    valueClass(`${at + 1}-digit${at === 0 ? '' : 's'}`, `A sum of ${at + 1} digits.`, ({ digits }) =>
      digits(at + 1),
    ),
  ),
];

/** Classes of a JSON integer. */
export const integerClasses: readonly ValueClass[] = [
  valueClass('zero', 'Nothing at all.', () => 0),
  valueClass('minus-one', 'One less than nothing, which is an integer as well.', () => -1),
  valueClass('one', 'The smallest count.', () => 1),
  valueClass('dozen', 'A usual count.', () => 12),
  valueClass('largest-of-31-bits', 'The largest signed number of 32 bits.', () => 2_147_483_647),
  valueClass('beyond-31-bits', 'One more than a signed number of 32 bits holds.', () => 2_147_483_648),
  valueClass(
    'largest-exact',
    'The largest integer that every JSON reader holds exactly.',
    () => 9_007_199_254_740_991,
  ),
];

/** Classes of a JSON number. */
export const numberClasses: readonly ValueClass[] = [
  valueClass('zero', 'Nothing at all.', () => 0),
  valueClass('minus-a-fraction', 'A number below zero, with a fraction.', () => -0.5),
  valueClass('smallest-number', 'One hundredth.', () => 0.01),
  valueClass('whole-number', 'A number without a fraction.', ({ digits }) => Number(digits(3))),
  valueClass('two-fraction-digits', 'A number with two fraction digits.', ({ digits }) =>
    Number(`${digits(4)}.${digits(1)}5`),
  ),
  valueClass('twelve-digits', 'A number of twelve digits.', ({ digits }) => Number(digits(12))),
];

/** Classes of a count that is written as a string. */
export const countTextClasses: readonly ValueClass[] = [
  valueClass('one', 'The smallest count.', () => '1'),
  valueClass('two-digits', 'A count of two digits.', ({ digits }) => digits(2)),
  valueClass('five-digits', 'A count of five digits.', ({ digits }) => digits(5)),
];
