import type { Faker } from '@faker-js/faker';
import { accountsOf, type BankAccount } from './banks.ts';
import { type Device, drawDevice } from './device.ts';
import { companyNumber, documentNumber } from './document-number.ts';
import { type Locale, locales } from './locales.ts';
import { placesOf } from './places.ts';

/** A person whose name, mail, telephone, address, documents, bank and device agree with one locale. */
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
  /** Day at most 12, so that both orders of day and month name a real date. */
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

function replaceDigits(pattern: string, { numeric }: Faker['string']): string {
  return pattern.replaceAll('#', () => numeric(1));
}

/** The locale of the person of a number. */
export function localeOf(number: number): Locale {
  return locales[number % locales.length] ?? (locales[0] as Locale);
}

/** The number of a person who lives where a currency is paid in, and in a country that is known; as it was where there is none. */
export function numberIn(currency: string, number: number, country = ''): number {
  const at = number % locales.length;
  const places = locales.map((_locale, place) => place);
  const known = places.filter((place) => locales[place]?.country === country);
  const fitting = known.length > 0 ? known : places.filter((place) => locales[place]?.currency === currency);
  if (fitting.length === 0 || fitting.includes(at)) return number;
  return number - at + (fitting[number % fitting.length] ?? at);
}

/** The person of a number: the same number gives the same person; 0 is the plainest one. */
export function personaOf(number: number): Persona {
  const locale = localeOf(number);
  const { faker } = locale;
  // One seed per message: seeding costs more than drawing.
  faker.seed(number);
  const { person, location, string, number: draw } = faker;
  const firstName = person.firstName();
  const lastName = person.lastName();
  const street = location.street();
  const houseNumber = location.buildingNumber().trim();
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
    email: faker.internet.email({ firstName, lastName, provider: arrayElement(mailDomains) }).toLowerCase(),
    areaCode,
    localNumber,
    phone,
    mobile: locale.mobile === '' ? phone : `+${locale.callingCode}${replaceDigits(locale.mobile, string)}`,
    street,
    houseNumber,
    complement: location.secondaryAddress(),
    address: `${street} ${houseNumber}`,
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
