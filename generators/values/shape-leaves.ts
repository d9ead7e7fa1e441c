import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import { amountCaps, withinRange } from '../context.ts';
import { bankDay, dayAfter } from './day.ts';
import { digitsOf, hexOf, orderNumber, uuidOf } from './identity.ts';
import { encodeItems, type ItemRecord } from './items.ts';
import { follows, type Leaf, oneOf, varies, writes } from './leaf.ts';
import type { Locale } from './locales.ts';
import { formatCents, larger, shareOf, smaller } from './money.ts';
import { exchanged } from './rates.ts';
import type { Scene } from './scene.ts';
import { scripts, sentences } from './text.ts';

/** A payment method, and where it is used. */
interface Method {
  readonly name: string;
  readonly currency: string;
  readonly countries: readonly string[];
}

const methods: readonly Method[] = [
  { name: 'PIX', currency: 'BRL', countries: ['BR'] },
  { name: 'BLIK', currency: 'PLN', countries: ['PL'] },
  { name: 'KONBINI', currency: 'JPY', countries: ['JP'] },
  { name: 'BIZUM', currency: 'EUR', countries: ['ES'] },
  { name: 'MYBANK', currency: 'EUR', countries: ['IT'] },
  { name: 'SEPA', currency: 'EUR', countries: ['DE', 'FR'] },
  { name: 'PAYBYBANK', currency: 'GBP', countries: ['GB'] },
];

/** A payment method of the country in the currency, else a wallet. */
function methodFor(currency: string, { country }: Pick<Locale, 'country'>): string {
  const fitting = methods.find((one) => one.currency === currency && one.countries.includes(country));
  return fitting?.name ?? 'PAYPAL';
}

/** The category of each product. */
export const categories: Readonly<Record<string, string>> = table({
  'Blue shirt': 'clothing',
  'Kettle 1.7 l': 'household',
  'Desk lamp': 'household',
  'Ballpoint pens (12)': 'stationery',
  'Rain jacket, M': 'clothing',
  'Tea "Earl Grey"': 'groceries',
});
const products = Object.keys(categories);

function product({ shape }: Scene, draw: number): string {
  const names = shape === 'unicode' ? scripts : products;
  return names[draw % names.length] ?? 'Blue shirt';
}

// The basket sets the prices once the sum of the items is known.
function drawItems(scene: Scene, draw: number): string {
  const records = Array.from(
    { length: 1 + (draw % 3) },
    (_none, at): ItemRecord => [
      String(1001 + at),
      product(scene, draw + at),
      '0.00',
      String(1 + ((draw + at) % 4)),
    ],
  );
  return encodeItems(records);
}

function fullName({ persona }: Scene): string {
  return `${persona.firstName} ${persona.lastName}`;
}

/** Cents of a batch entry: the total of the scene for the first, a part of it for the others, never zero. */
export function entryCents({ operation, context, currency, total }: Scene, entry: number): bigint {
  const part = entry === 0 ? total : shareOf(total, 1 + ((entry * 389) % 1000));
  const cap = operationOf(operation).batch === undefined ? undefined : amountCaps(context)?.entry;
  return withinRange(larger(1n, cap === undefined ? part : smaller(part, cap)), currency, context);
}

/** The payment and source amounts of a payout as strings of digits; both stay within the limit as whole units. */
export function payoutSums({ context, total, currency, sourceCurrency }: Scene): {
  readonly payment: string;
  readonly source: string;
} {
  // A string of digits has no fraction, so the limit applies to it as whole units.
  const cap = amountCaps(context)?.request;
  const most = cap === undefined ? undefined : larger(1n, cap / 100n);
  const within = (sum: bigint) => (most === undefined ? sum : smaller(sum, most));
  const wanted = within(total);
  const source = exchanged(wanted, currency, sourceCurrency);
  if (source === within(source)) return { payment: String(wanted), source: String(source) };
  const payment = within(exchanged(within(source), sourceCurrency, currency));
  return { payment: String(payment), source: String(within(source)) };
}

/** Leaves by the name of a shape in the fields schema; other shapes use their examples. */
export const shapeLeaves: Readonly<Record<string, Leaf>> = table({
  amount: follows((scene, { entry }) => formatCents(entryCents(scene, entry))),
  integerDigits: follows((scene) => payoutSums(scene).payment),
  integer: varies((_scene, _place, draw) => 1 + (draw % 24)),
  number: varies((_scene, _place, draw) => (draw % 100_000) / 100),
  checkoutTime: varies((_scene, _place, draw) => 20 + (draw % 880)),
  currency: follows((scene) => scene.currency),
  currencyText: follows((scene) => scene.currency),
  country: follows(({ persona }) => persona.locale.country),
  countryCodeText: follows(({ persona }) => persona.locale.country),
  countryText: follows(({ persona }) => persona.locale.country),
  date: varies(({ context }, _place, draw) => bankDay(dayAfter(context.day, draw % 29))),
  dateText: varies(({ context }, _place, draw) => dayAfter(context.day, draw % 31)),
  birthDate: follows(({ persona: { birth } }) => `${birth.day}-${birth.month}-${birth.year}`),
  birthDateText: follows(({ persona: { birth } }) => `${birth.day}-${birth.month}-${birth.year}`),
  dateOfBirth: follows(({ persona: { birth } }) => `${birth.year}-${birth.month}-${birth.day}`),
  card: follows(({ card }) => card.card),
  securityCode: follows(({ card }) => card.security_code),
  expirationMonth: follows(({ card }) => card.expiration_month),
  expirationYear: follows(({ card }) => card.expiration_year),
  token: follows(({ salt }, { path }) => `tok-${hexOf(16, salt, path)}`),
  cookie: follows(({ salt }, { path }) => `c-${hexOf(16, salt, path)}`),
  deviceFingerprint: follows(({ persona }) => `fp-${hexOf(16, persona.email, persona.device.userAgent)}`),
  uuid: follows(({ context, salt }, { path }) => uuidOf(context.prefix, salt, path)),
  items: varies((scene, _place, draw) => drawItems(scene, draw)),
  url: follows(() => 'https://shop.example/'),
  urlText: follows(() => 'https://shop.example/'),
  website: follows(() => 'shop.example'),
  email: follows(({ persona }) => persona.email),
  ip: follows(({ persona }) => persona.ip),
  identifier: follows(({ salt }, { path, entry }) => digitsOf(salt, path, entry).slice(0, 10)),
  orderNumber: follows(({ context, salt, lacksOrders }, { entry }) =>
    lacksOrders ? String(entry) : orderNumber(context, salt, entry),
  ),
  personName: writes(fullName),
  companyName: writes(({ persona }) => persona.company),
  document: follows(({ persona }) => persona.document),
  documentType: follows(({ persona }) => persona.locale.documentType),
  phone: follows(({ persona }) => persona.phone),
  phoneAreaCode: follows(({ persona }) => persona.areaCode),
  phoneCountryCode: follows(({ persona }) => persona.locale.callingCode),
  address: writes(({ persona }) => persona.address),
  houseNumber: follows(({ persona }) => persona.houseNumber),
  city: writes(({ persona }) => persona.city),
  region: writes(({ persona }) => persona.state),
  postalCode: follows(({ persona }) => persona.postalCode),
  income: varies((_scene, _place, draw) => `${1200 + (draw % 9000)}.00`),
  operatingSystem: follows(({ persona }) => persona.device.os),
  browser: follows(({ persona }) => persona.device.browser),
  language: follows(({ persona }) => persona.locale.language),
  timeZone: follows(({ persona }) => persona.locale.timeZone),
  resolution: follows(({ persona }) => persona.device.resolution),
  colorDepth: follows(({ persona }) => persona.device.colorDepth),
  userAgent: follows(({ persona }) => persona.device.userAgent),
  deviceType: follows(({ persona }) => persona.device.kind),
  freeText: oneOf(sentences, true),
  countText: varies((_scene, _place, draw) => String(1 + (draw % 12))),
  priceText: follows(({ total }) => formatCents(total)),
  productName: oneOf(products, true),
  paymentMethod: follows(({ currency, persona }) => methodFor(currency, persona.locale)),
  bankAccountNumber: follows(({ persona }) => persona.account.number),
  bankBranch: follows(({ persona }) => persona.account.branch),
  bankCode: follows(({ persona }) => persona.account.code),
  bankName: writes(({ persona }) => persona.account.bank),
  bankAddress: writes(({ persona }) => `${persona.street} 1, ${persona.city}`),
  iban: follows(({ persona }) => persona.account.iban),
  swiftCode: follows(({ persona }) => persona.account.swift),
});
