import { hash } from 'node:crypto';
import type { OrderNumbers } from '../../context.ts';
import { type Numbering, orderNumberFrom } from '../../order-number.ts';
import { type ValueClass, valueClass } from './value-class.ts';

/** Length of a long order number if the merchant states no limit, in characters. */
const usualLongest = 64;
/** Length up to which a text counts as ordinary input, in characters. */
const widest = 255;

/** Digits derived from a text: enough to be unique across all runs. */
function digitsOf(text: string): string {
  return BigInt(`0x${hash('sha256', text).slice(0, 24)}`)
    .toString()
    .padStart(20, '7')
    .slice(0, 20);
}

/** A word of small letters and digits derived from a text. */
function wordOf(text: string): string {
  return BigInt(`0x${hash('sha256', text).slice(0, 24)}`)
    .toString(36)
    .padStart(16, 'k')
    .slice(0, 16);
}

/** Classes of an order number if the merchant states no format; each number is unique to its request. */
const anyFormatClasses: readonly ValueClass[] = [
  valueClass('digits-only', 'Digits only, the first of them not zero.', ({ own }) => `9${digitsOf(own)}`),
  valueClass(
    'leading-zeros',
    'Digits only, which a number would shorten.',
    ({ own }) => `00${digitsOf(own)}`,
  ),
  valueClass('mixed-case', 'Small and capital letters.', ({ own }) => `aB${wordOf(own)}Zz`),
  valueClass('hyphen-and-underscore', 'Hyphens and underscores.', ({ own }) => `o-${wordOf(own)}_x`),
  valueClass(
    'other-signs',
    'Dots, slashes and other separators of order numbers.',
    ({ own }) => `2031/07.${wordOf(own)}#1:a+b`,
  ),
  valueClass('longest', 'A long order number.', ({ own }) => `L${wordOf(own)}`.padEnd(usualLongest, '0')),
  valueClass('255-characters', 'As long as common columns are wide.', ({ own }) =>
    `W${wordOf(own)}`
      .padEnd(widest, '0')
      .slice(0, widest - 1)
      .concat('z'),
  ),
];

const notAllowed = 'the order numbers of the target have no such characters';

/** Replaces some characters of a number after its prefix. */
function withMarks(number: string, from: number, marks: readonly string[]): string {
  const signs = [...number];
  for (const [at, mark] of marks.entries()) signs[from + 2 + at * 3] = mark;
  return signs.join('');
}

/** Classes of an order number: any string of the document, or those that the merchant's format allows. */
export function orderNumberClasses(numbering: Numbering): readonly ValueClass[] {
  const { orderNumbers } = numbering;
  if (orderNumbers === undefined) return anyFormatClasses;
  const { characters, longest = usualLongest, prefix = '' } = orderNumbers;
  const written = (own: string, rules: Partial<OrderNumbers> = {}): string =>
    orderNumberFrom({ ...numbering, orderNumbers: { ...orderNumbers, ...rules } }, own);
  const among = (wanted: RegExp) => characters.filter((one) => wanted.test(one));
  const hasDigits = among(/[0-9]/).length === 10;
  const marks = among(/[-_]/);
  // With two replaced characters, a short number is still unique.
  const others = among(/[^A-Za-z0-9_-]/).slice(0, 2);
  const one = (
    id: string,
    sentence: string,
    isAllowed: boolean,
    make: (own: string) => string,
  ): ValueClass =>
    isAllowed
      ? valueClass(id, sentence, ({ own }) => make(own))
      : { ...valueClass(id, sentence, ({ own }) => written(own)), forbidden: notAllowed };
  return [
    one('as-numbered', 'As the merchant numbers orders.', true, (own) => written(own)),
    one('digits-only', 'Digits only behind the prefix.', hasDigits, (own) =>
      written(own, { characters: among(/[0-9]/) }),
    ),
    one('leading-zeros', 'Digits only behind the prefix, the first of them zeros.', hasDigits, (own) =>
      written(own, { characters: among(/[0-9]/), prefix: `${prefix}00` }),
    ),
    one(
      'mixed-case',
      'Small and capital letters.',
      among(/[a-z]/).length >= 10 && among(/[A-Z]/).length >= 10,
      (own) => written(own, { characters: among(/[A-Za-z]/) }),
    ),
    one(
      'hyphen-and-underscore',
      'Hyphens and underscores, as far as they are allowed.',
      marks.length > 0,
      (own) => withMarks(written(own), prefix.length, marks),
    ),
    one('other-signs', 'Other characters, as far as they are allowed.', others.length > 0, (own) =>
      withMarks(written(own), prefix.length, others),
    ),
    one('longest', 'As long as the merchant says.', true, (own) =>
      written(own).padEnd(longest, characters[0]),
    ),
  ];
}
