import { operationOf } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import { amountCaps, withinRange } from '../context.ts';
import { bankDay, dayAfter } from './day.ts';
import { digitsOf, hexOf, orderNumber, uuidOf } from './identity.ts';
import { encodeItems, type ItemRecord } from './items.ts';
import { type Leaf, oneOf, proseLeaf, sceneLeaf, varyingLeaf } from './leaf.ts';
import type { Locale } from './locales.ts';
import { formatCents, larger, payable, payablePart, scaledTo, shareOf, smaller } from './money.ts';
import type { Persona } from './persona.ts';
import { exchanged } from './rates.ts';
import type { Scene } from './scene.ts';
import { notes, scripts } from './text.ts';

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

/** Goods by what one of them costs at most, in cents of a US dollar, each with its category. */
const goods: readonly { readonly below: bigint; readonly names: Readonly<Record<string, string>> }[] = [
  {
    below: 15_00n,
    names: { 'Tea "Earl Grey"': 'groceries', 'Ballpoint pens (12)': 'stationery', Socks: 'clothing' },
  },
  {
    below: 80_00n,
    names: { 'Blue shirt': 'clothing', 'Kettle 1.7 l': 'household', 'Desk lamp': 'household' },
  },
  {
    below: 400_00n,
    names: { 'Rain jacket, M': 'clothing', 'Coffee machine': 'household', 'Office chair': 'furniture' },
  },
];
const dearest = { 'Notebook 14"': 'electronics', 'Bicycle, 28"': 'sports', 'Sofa, grey': 'furniture' };

/** The category of each product. */
export const categories: Readonly<Record<string, string>> = table({
  ...Object.assign({}, ...goods.map(({ names }) => names)),
  ...dearest,
});
const products = Object.keys(categories);

/** The product at a place of a basket that costs about as much; a name that is no product of ours stays. */
export function productFor(name: string, dollarCents: bigint, at: number): string {
  if (categories[name] === undefined) return name;
  const names = Object.keys((goods.find(({ below }) => dollarCents < below) ?? { names: dearest }).names);
  return names[(products.indexOf(name) + at) % names.length] ?? name;
}

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

/** The name of a person as a bank writes it. */
export function fullName(persona: Persona): string {
  return `${persona.firstName} ${persona.lastName}`;
}

/** Cents of a batch entry: the total of the scene for the first, a part of it for the others, never zero. */
export function entryCents({ operation, context, currency, total }: Scene, entry: number): bigint {
  const part = entry === 0 ? total : shareOf(total, 1 + ((entry * 389) % 1000));
  const cap = operationOf(operation).batch === undefined ? undefined : amountCaps(context)?.entry;
  const wanted = payablePart(part, total, currency);
  return withinRange(payable(cap === undefined ? wanted : smaller(wanted, cap), currency), currency, context);
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
  amount: sceneLeaf((scene, { entry }) => formatCents(entryCents(scene, entry))),
  integerDigits: sceneLeaf((scene) => payoutSums(scene).payment),
  integer: varyingLeaf((_scene, _place, draw) => 1 + (draw % 24)),
  number: varyingLeaf((_scene, _place, draw) => (draw % 100_000) / 100),
  checkoutTime: varyingLeaf((_scene, _place, draw) => 20 + (draw % 880)),
  currency: sceneLeaf((scene) => scene.currency),
  currencyText: sceneLeaf((scene) => scene.currency),
  country: sceneLeaf(({ persona }) => persona.locale.country),
  countryCodeText: sceneLeaf(({ persona }) => persona.locale.country),
  countryText: sceneLeaf(({ persona }) => persona.locale.country),
  date: varyingLeaf(({ context }, _place, draw) => bankDay(dayAfter(context.day, draw % 29))),
  dateText: varyingLeaf(({ context }, _place, draw) => dayAfter(context.day, draw % 31)),
  birthDate: sceneLeaf(({ persona: { birth } }) => `${birth.day}-${birth.month}-${birth.year}`),
  birthDateText: sceneLeaf(({ persona: { birth } }) => `${birth.day}-${birth.month}-${birth.year}`),
  dateOfBirth: sceneLeaf(({ persona: { birth } }) => `${birth.year}-${birth.month}-${birth.day}`),
  card: sceneLeaf(({ card }) => card.card),
  securityCode: sceneLeaf(({ card }) => card.security_code),
  expirationMonth: sceneLeaf(({ card }) => card.expiration_month),
  expirationYear: sceneLeaf(({ card }) => card.expiration_year),
  token: sceneLeaf(({ salt }, { path }) => `tok-${hexOf(16, salt, path)}`),
  cookie: sceneLeaf(({ salt }, { path }) => `c-${hexOf(16, salt, path)}`),
  deviceFingerprint: sceneLeaf(({ persona }) => `fp-${hexOf(16, persona.email, persona.device.userAgent)}`),
  uuid: sceneLeaf(({ context, salt }, { path }) => uuidOf(context.prefix, salt, path)),
  items: varyingLeaf((scene, _place, draw) => drawItems(scene, draw)),
  url: sceneLeaf(() => 'https://shop.example/'),
  urlText: sceneLeaf(() => 'https://shop.example/'),
  website: sceneLeaf(() => 'shop.example'),
  email: sceneLeaf(({ persona }) => persona.email),
  ip: sceneLeaf(({ persona }) => persona.ip),
  identifier: sceneLeaf(({ salt }, { path, entry }) => digitsOf(salt, path, entry).slice(0, 10)),
  orderNumber: sceneLeaf(({ context, salt, lacksOrders }, { entry }) =>
    lacksOrders ? String(entry) : orderNumber(context, salt, entry),
  ),
  personName: proseLeaf(({ persona }) => fullName(persona)),
  companyName: proseLeaf(({ persona }) => persona.company),
  document: sceneLeaf(({ persona }) => persona.document),
  documentType: sceneLeaf(({ persona }) => persona.locale.documentType),
  phone: sceneLeaf(({ persona }) => persona.phone),
  phoneAreaCode: sceneLeaf(({ persona }) => persona.areaCode),
  phoneCountryCode: sceneLeaf(({ persona }) => persona.locale.callingCode),
  address: proseLeaf(({ persona }) => persona.address),
  houseNumber: sceneLeaf(({ persona }) => persona.houseNumber),
  city: proseLeaf(({ persona }) => persona.city),
  region: proseLeaf(({ persona }) => persona.state),
  postalCode: sceneLeaf(({ persona }) => persona.postalCode),
  income: varyingLeaf(({ currency }, _place, draw) =>
    formatCents(scaledTo(BigInt(120_000 + (draw % 9_000) * 100), currency)),
  ),
  operatingSystem: sceneLeaf(({ persona }) => persona.device.os),
  browser: sceneLeaf(({ persona }) => persona.device.browser),
  language: sceneLeaf(({ persona }) => persona.locale.language),
  timeZone: sceneLeaf(({ persona }) => persona.locale.timeZone),
  resolution: sceneLeaf(({ persona }) => persona.device.resolution),
  colorDepth: sceneLeaf(({ persona }) => persona.device.colorDepth),
  userAgent: sceneLeaf(({ persona }) => persona.device.userAgent),
  deviceType: sceneLeaf(({ persona }) => persona.device.kind),
  freeText: oneOf(notes, true),
  countText: varyingLeaf((_scene, _place, draw) => String(1 + (draw % 12))),
  priceText: sceneLeaf(({ total }) => formatCents(total)),
  productName: oneOf(products, true),
  paymentMethod: sceneLeaf(({ currency, persona }) => methodFor(currency, persona.locale)),
  bankAccountNumber: sceneLeaf(({ persona }) => persona.account.number),
  bankBranch: sceneLeaf(({ persona }) => persona.account.branch),
  bankCode: sceneLeaf(({ persona }) => persona.account.code),
  bankName: proseLeaf(({ persona }) => persona.account.bank),
  bankAddress: proseLeaf(({ persona }) => `${persona.street} 1, ${persona.city}`),
  iban: sceneLeaf(({ persona }) => persona.account.iban),
  swiftCode: sceneLeaf(({ persona }) => persona.account.swift),
});
