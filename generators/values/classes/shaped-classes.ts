import { uuidOf } from '../identity.ts';
import { type ValueClass, valueClass } from './value-class.ts';

/** Mail addresses at the hosts that RFC 2606 reserves. */
export const emailClasses: readonly ValueClass[] = [
  valueClass('plain-address', 'A usual mail address.', ({ word }) => `${word(6)}@example.com`),
  valueClass('plus-tag', 'A tag behind a plus sign.', ({ word }) => `${word(5)}+${word(3)}@example.org`),
  valueClass(
    'dots-and-hyphens',
    'Dots, hyphens, underscores and a subdomain.',
    ({ word }) => `${word(3)}.o_${word(2)}-x@mail.example.net`,
  ),
  valueClass('upper-case', 'Capital letters.', ({ word }) => `${word(5).toUpperCase()}@Example.COM`),
  valueClass(
    'quote-in-address',
    'An apostrophe, which addresses may have.',
    ({ word }) => `o'${word(5)}@example.com`,
  ),
  valueClass('64-characters', 'The longest name before the sign.', ({ word }) => `${word(64)}@example.com`),
];

/** IP addresses that RFC 5737 and RFC 3849 reserve for documentation. */
export const ipClasses: readonly ValueClass[] = [
  valueClass('ipv4', 'An address of version 4.', ({ pick }) => `192.0.2.${pick([1, 42, 254])}`),
  valueClass(
    'ipv6',
    'A shortened address of version 6.',
    ({ pick }) => `2001:db8::${pick(['1', 'beef', 'a0'])}`,
  ),
  valueClass('ipv6-in-full', 'A full address of version 6.', () => '2001:0db8:0000:0000:0000:00ff:0000:0001'),
];

/** Telephone numbers. */
export const phoneClasses: readonly ValueClass[] = [
  valueClass('digits-only', 'Digits without a plus sign.', ({ digits }) => digits(11)),
  valueClass('plus-and-digits', 'A number of E.164.', ({ digits }) => `+49${digits(9)}`),
  valueClass('leading-zero', 'A zero at the front.', ({ digits }) => `0${digits(9)}`),
  valueClass('blanks-and-hyphens', 'Groups of digits.', ({ digits }) => `+1 (555) ${digits(3)}-${digits(4)}`),
  valueClass('15-digits', 'The longest number of E.164.', ({ digits }) => `+${digits(15)}`),
];

/** Identifiers, document numbers and account numbers. */
export const identifierClasses: readonly ValueClass[] = [
  valueClass('digits-only', 'Digits only.', ({ digits }) => digits(12)),
  valueClass('leading-zeros', 'Digits only, which a number would shorten.', ({ digits }) => `00${digits(6)}`),
  valueClass(
    'mixed-case',
    'Small and capital letters.',
    ({ word, digits }) => `${word(3)}${word(3).toUpperCase()}${digits(2)}`,
  ),
  valueClass(
    'hyphen-and-underscore',
    'Hyphens and underscores.',
    ({ word, digits }) => `${word(3)}-${digits(3)}_${word(2)}`,
  ),
  valueClass('beyond-53-bits', 'More digits than a number holds exactly.', ({ digits }) => digits(18)),
  valueClass('64-characters', 'A long identifier.', ({ word }) => word(64)),
];

/** Web addresses at hosts without an owner. */
export const urlClasses: readonly ValueClass[] = [
  valueClass('https-address', 'A usual address.', ({ word }) => `https://shop.example/${word(6)}`),
  valueClass(
    'query-and-fragment',
    'A query with several parameters, and a fragment.',
    ({ word, digits }) => `https://shop.example/${word(3)}?a=${digits(2)}&b=${word(2)}%20%26#${word(2)}`,
  ),
  valueClass('port-and-path', 'A port, and no path.', () => 'http://shop.example:8443'),
  valueClass(
    'capital-scheme',
    'A scheme in capital letters.',
    ({ word }) => `HTTPS://Shop.example/${word(3)}`,
  ),
  valueClass('255-characters', 'As long as common columns are wide.', ({ word }) =>
    `https://shop.example/${word(4)}${'path/'.repeat(60)}`.slice(0, 254).concat('z'),
  ),
];

/** Country calling codes. */
export const callingCodeClasses: readonly ValueClass[] = ['1', '49', '351', '+44'].map((code) =>
  valueClass(`code-${code}`, 'A calling code.', () => code),
);

/** Item records (2.2). */
export const itemsClasses: readonly ValueClass[] = [
  valueClass('one-record', 'A single item.', ({ digits, word }) => `${digits(4)}#,#${word(5)}#,#12.00#,#1`),
  valueClass(
    'two-records',
    'Two items.',
    ({ digits, word }) => `${digits(4)}#,#${word(5)}#,#1.00#,#1#;#${digits(4)}#,#${word(4)}#,#2.50#,#3`,
  ),
  valueClass('twenty-records', 'Many items.', ({ word }) =>
    Array.from({ length: 20 }, (_none, at) => `${1000 + at}#,#${word(4)}#,#1.00#,#1`).join('#;#'),
  ),
  valueClass('empty-fields', 'Records whose fields are empty.', () => '#,##,##,#'),
  valueClass('other-scripts', 'Letters of other scripts.', () => '7#,#Käse сыр チーズ 🧀#,#3.00#,#1'),
  valueClass(
    'markup-signs',
    'Characters that XML and HTML must escape.',
    ({ word }) => `7#,#${word(3)} & <b> "x" '#,#3.00#,#1`,
  ),
  valueClass(
    'separators-apart',
    'Parts of the separators, apart from each other.',
    ({ word }) => `7#,#Cap # 3; ${word(3)}, M#,#5.00#,#1`,
  ),
];

/** UUIDs (RFC 4122), one for each request. */
export const uuidClasses: readonly ValueClass[] = [
  valueClass('small-letters', 'Hexadecimal digits in small letters.', ({ own }) => uuidOf(own)),
  valueClass('capital-letters', 'Hexadecimal digits in capital letters.', ({ own }) =>
    uuidOf(own).toUpperCase(),
  ),
];

/** Two-digit codes (EMV 3-D Secure has 01 to 05). */
export const twoDigitClasses: readonly ValueClass[] = ['01', '02', '03', '04', '05'].map((code) =>
  valueClass(`code-${code}`, 'A size of a challenge window.', () => code),
);
