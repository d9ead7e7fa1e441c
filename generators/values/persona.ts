import type { Faker } from '@faker-js/faker';
import { table } from '../../schemas/table.ts';
import { type Locale, locales } from './locales.ts';
import { placesOf } from './places.ts';

/** A bank account; bank, codes and number belong to the IBAN. */
interface BankAccount {
  /** A published example, so that it is no person's account; empty in a country without IBANs. */
  readonly iban: string;
  readonly bank: string;
  readonly swift: string;
  /** National bank code; the sort code in countries that use one. */
  readonly code: string;
  readonly branch: string;
  readonly number: string;
}

type Row = readonly [iban: string, bank: string, swift: string, code: string, branch: string, number: string];

const rows: Readonly<Record<string, readonly Row[]>> = table({
  GB: [
    ['GB29NWBK60161331926819', 'NatWest', 'NWBKGB2LXXX', '601613', '601613', '31926819'],
    ['GB33BUKB20201555555555', 'Barclays', 'BUKBGB22XXX', '202015', '202015', '55555555'],
  ],
  DE: [
    ['DE89370400440532013000', 'Commerzbank', 'COBADEFFXXX', '37040044', '370', '0532013000'],
    ['DE75512108001245126199', 'Société Générale', 'SOGEDEFFXXX', '51210800', '512', '1245126199'],
  ],
  FR: [
    ['FR1420041010050500013M02606', 'La Banque Postale', 'PSSTFRPPXXX', '20041', '01005', '0500013M026'],
    ['FR7630006000011234567890189', 'Crédit Agricole', 'AGRIFRPPXXX', '30006', '00001', '12345678901'],
  ],
  ES: [
    ['ES9121000418450200051332', 'CaixaBank', 'CAIXESBBXXX', '2100', '0418', '0200051332'],
    ['ES7921000813610123456789', 'CaixaBank', 'CAIXESBBXXX', '2100', '0813', '0123456789'],
  ],
  IT: [['IT60X0542811101000000123456', 'UBI Banca', 'BLOPIT22XXX', '05428', '11101', '000000123456']],
  PL: [
    [
      'PL61109010140000071219812874',
      'Santander Bank Polska',
      'WBKPPLPPXXX',
      '10901014',
      '1014',
      '0000071219812874',
    ],
    [
      'PL10105000997603123456789123',
      'ING Bank Śląski',
      'INGBPLPWXXX',
      '10500099',
      '0099',
      '7603123456789123',
    ],
  ],
  BR: [
    ['BR1800360305000010009795493C1', 'Caixa Econômica Federal', 'CEFXBRSPXXX', '104', '00001', '0009795493'],
    ['BR1500000000000010932840814P2', 'Banco do Brasil', 'BRASBRRJXXX', '001', '00001', '0932840814'],
  ],
  JP: [
    ['', '三菱UFJ銀行', 'BOTKJPJTXXX', '0005', '001', '1234567'],
    ['', 'みずほ銀行', 'MHCBJPJTXXX', '0001', '110', '7654321'],
  ],
});

/** Accounts by the two letters of the country. */
const accountsOf: Readonly<Record<string, readonly BankAccount[]>> = Object.fromEntries(
  Object.entries(rows).map(([country, some]) => [
    country,
    some.map(([iban, bank, swift, code, branch, number]) => ({ iban, bank, swift, code, branch, number })),
  ]),
);

/** The browser and device of a shopper (2.2). */
interface Device {
  readonly os: string;
  readonly browser: string;
  readonly kind: 'desktop' | 'mobile';
  readonly userAgent: string;
  readonly resolution: string;
  readonly colorDepth: string;
}

const devices: readonly Device[] = [
  {
    os: 'Windows 11',
    browser: 'Firefox',
    kind: 'desktop',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
    resolution: '1920x1080',
    colorDepth: '24',
  },
  {
    os: 'macOS',
    browser: 'Safari',
    kind: 'desktop',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    resolution: '2560x1440',
    colorDepth: '30',
  },
  {
    os: 'Android 14',
    browser: 'Chrome',
    kind: 'mobile',
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    resolution: '412x915',
    colorDepth: '24',
  },
  {
    os: 'iOS 17',
    browser: 'Safari',
    kind: 'mobile',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    resolution: '390x844',
    colorDepth: '32',
  },
  {
    os: 'Linux',
    browser: 'Chrome',
    kind: 'desktop',
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    resolution: '1366x768',
    colorDepth: '24',
  },
];

/** Draws a device with consistent system, browser, user agent and screen. */
function drawDevice(faker: Faker): Device {
  return faker.helpers.arrayElement(devices);
}

/** A person whose name, mail, telephone, address, documents, bank and device fit one locale. */
export interface Persona {
  readonly locale: Locale;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Area code and number, digits only. */
  readonly areaCode: string;
  readonly localNumber: string;
  readonly phone: string;
  readonly mobile: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly complement: string;
  readonly address: string;
  readonly district: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly document: string;
  /** The day is at most 12, so that the date is real in either order of day and month. */
  readonly birth: { readonly day: string; readonly month: string; readonly year: string };
  readonly ip: string;
  readonly company: string;
  readonly companyNumber: string;
  readonly job: string;
  readonly account: BankAccount;
  readonly shopperId: string;
  readonly device: Device;
}

// RFC 2606 reserves these for examples: no mail reaches a person.
const mailDomains = ['example.com', 'example.org', 'example.net', 'mail.example'] as const;
// RFC 5737 and RFC 3849 reserve these for documentation.
const networks = ['192.0.2.', '198.51.100.', '203.0.113.', '2001:db8::'] as const;

function drawIp(faker: Faker): string {
  return `${faker.helpers.arrayElement(networks)}${faker.number.int({ min: 1, max: 254 })}`;
}

/** A name in ASCII letters for mail addresses; empty if it has none. */
function inLatin(name: string): string {
  return name
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z]/g, '');
}

function replaceDigits(pattern: string, { numeric }: Faker['string']): string {
  return pattern.replaceAll('#', () => numeric(1));
}

/** The locale of the person with a number. */
export function localeOf(number: number): Locale {
  return locales[number % locales.length] ?? (locales[0] as Locale);
}

/** Returns the number of a person in the country, else where the currency is used; unchanged if there is none. */
export function numberIn(currency: string, number: number, country = ''): number {
  const at = number % locales.length;
  const places = locales.map((_locale, place) => place);
  const known = places.filter((place) => locales[place]?.country === country);
  const fitting = known.length > 0 ? known : places.filter((place) => locales[place]?.currency === currency);
  if (fitting.length === 0 || fitting.includes(at)) return number;
  return number - at + (fitting[number % fitting.length] ?? at);
}

/** Countries where the house number precedes the street. */
const numberFirst: ReadonlySet<string> = new Set(['GB', 'FR']);

/** The person with a number: the same number gives the same person; 0 is the simplest. */
export function personaOf(number: number): Persona {
  const locale = localeOf(number);
  const { faker } = locale;
  // Seeds once per person, as seeding costs more than drawing.
  faker.seed(number);
  const { person, location, string, number: draw } = faker;
  const firstName = person.firstName();
  const lastName = person.lastName();
  const street = location.street();
  const houseNumber = String(draw.int({ min: 1, max: 199 }));
  const { arrayElement } = faker.helpers;
  const place = arrayElement(placesOf[locale.country] ?? []);
  const { areaCode } = place;
  const localNumber = replaceDigits(place.local, string);
  const phone = `+${locale.callingCode}${areaCode}${localNumber}`;
  const twoDigits = (max: number) => String(draw.int({ min: 1, max })).padStart(2, '0');
  return {
    locale,
    firstName,
    lastName,
    email: faker.internet
      .email({
        firstName: inLatin(firstName) || 'shopper',
        lastName: inLatin(lastName) || string.numeric(3),
        provider: arrayElement(mailDomains),
      })
      .toLowerCase(),
    areaCode,
    localNumber,
    phone,
    mobile: locale.mobile === '' ? phone : `+${locale.callingCode}${replaceDigits(locale.mobile, string)}`,
    street,
    houseNumber,
    complement: location.secondaryAddress(),
    address: numberFirst.has(locale.country) ? `${houseNumber} ${street}` : `${street} ${houseNumber}`,
    district: place.district,
    city: place.city,
    state: place.state,
    postalCode: place.postalCode,
    document: documentNumber(locale),
    birth: { day: twoDigits(12), month: twoDigits(12), year: String(draw.int({ min: 1940, max: 2004 })) },
    ip: drawIp(faker),
    company: faker.company.name(),
    companyNumber: companyNumber(locale),
    job: person.jobTitle(),
    account: arrayElement(accountsOf[locale.country] ?? []),
    shopperId: `S${string.numeric(8)}`,
    device: drawDevice(faker),
  };
}

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (digits.length + 1 - at), 0);
  return String(((sum * 10) % 11) % 10);
}

/** Formats nine digits as a Brazilian taxpayer number with its two check digits, which gateways verify. */
export function taxpayerNumber(nineDigits: string): string {
  const ten = nineDigits + checkDigit(nineDigits);
  const all = ten + checkDigit(ten);
  return `${all.slice(0, 3)}.${all.slice(3, 6)}.${all.slice(6, 9)}-${all.slice(9)}`;
}

/** Draws a document number in the format of the locale's country. */
export function documentNumber({ faker, documentShape }: Locale): string {
  return documentShape === 'cpf'
    ? taxpayerNumber(faker.string.numeric(9))
    : faker.helpers.replaceSymbols(documentShape);
}

function companyCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 8)), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

/** Draws the registration number of a company in the locale's country. */
function companyNumber({ faker, companyShape }: Locale): string {
  const drawn = companyShape.replaceAll('#', () => faker.string.numeric(1));
  if (!drawn.endsWith('-')) return drawn;
  // Gateways in Brazil verify the two check digits.
  const digits = drawn.replaceAll(/\D/g, '');
  const first = companyCheckDigit(digits);
  return `${drawn}${first}${companyCheckDigit(digits + first)}`;
}
