import { hash } from 'node:crypto';
import { type Numbering, orderNumberFrom } from '../../order-number.ts';
import { type ValueClass, valueClass } from './value-class.ts';

/** Characters of an order number where the merchant says nothing about its length. */
const usualLongest = 64;

/** Digits that depend on a text alone: enough to tell the orders of all runs apart. */
function digitsOf(text: string): string {
  return BigInt(`0x${hash('sha256', text).slice(0, 24)}`)
    .toString()
    .padStart(20, '7')
    .slice(0, 20);
}

/** A hyphen-free word of small letters and digits that depends on a text alone. */
function wordOf(text: string): string {
  return BigInt(`0x${hash('sha256', text).slice(0, 24)}`)
    .toString(36)
    .padStart(16, 'k')
    .slice(0, 16);
}

/** Classes of an order number where the merchant says nothing about them; each number is one request's alone. */
const free: readonly ValueClass[] = [
  valueClass('digits-only', 'Digits only, the first of them not zero.', ({ own }) => `9${digitsOf(own)}`),
  valueClass(
    'leading-zeros',
    'Digits only, which a number would shorten.',
    ({ own }) => `00${digitsOf(own)}`,
  ),
  valueClass('mixed-case', 'Small and capital letters.', ({ own }) => `aB${wordOf(own)}Zz`),
  valueClass('hyphen-and-underscore', 'Hyphens and underscores.', ({ own }) => `o-${wordOf(own)}_x`),
  valueClass('longest', 'A long order number.', ({ own }) => `L${wordOf(own)}`.padEnd(usualLongest, '0')),
];

/** Classes of an order number: the document's strings, or what the merchant's own numbering allows of them. */
export function orderNumberClasses(numbering: Numbering): readonly ValueClass[] {
  const { orderNumbers } = numbering;
  if (orderNumbers === undefined) return free;
  const { characters } = orderNumbers;
  const among = (own: string, wanted: RegExp): string =>
    orderNumberFrom(
      {
        ...numbering,
        orderNumbers: { ...orderNumbers, characters: characters.filter((one) => wanted.test(one)) },
      },
      own,
    );
  const has = (wanted: RegExp, least: number) => characters.filter((one) => wanted.test(one)).length >= least;
  return [
    valueClass('as-numbered', 'As the merchant numbers orders.', ({ own }) =>
      orderNumberFrom(numbering, own),
    ),
    ...(has(/[0-9]/, 10)
      ? [valueClass('digits-only', 'Digits only behind the prefix.', ({ own }) => among(own, /[0-9]/))]
      : []),
    ...(has(/[a-z]/, 10) && has(/[A-Z]/, 10)
      ? [valueClass('mixed-case', 'Small and capital letters.', ({ own }) => among(own, /[A-Za-z]/))]
      : []),
  ];
}
