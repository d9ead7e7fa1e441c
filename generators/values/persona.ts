import type { Faker } from '@faker-js/faker';
import { type Device, drawDevice } from './device.ts';
import { documentNumber } from './document-number.ts';
import { type Locale, locales } from './locales.ts';

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
  readonly job: string;
  readonly accountNumber: string;
  readonly branch: string;
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

/** The locale of the person of a number. */
export function localeOf(number: number): Locale {
  return locales[number % locales.length] ?? (locales[0] as Locale);
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
  const areaCode = string.numeric({ length: 2, allowLeadingZeros: false });
  const localNumber = string.numeric({ length: 8, allowLeadingZeros: false });
  const twoDigits = (max: number) => String(draw.int({ min: 1, max })).padStart(2, '0');
  return {
    locale,
    firstName,
    lastName,
    email: faker.internet
      .email({ firstName, lastName, provider: faker.helpers.arrayElement(mailDomains) })
      .toLowerCase(),
    areaCode,
    localNumber,
    phone: `+${locale.callingCode}${areaCode}${localNumber}`,
    street,
    houseNumber,
    complement: location.secondaryAddress(),
    address: `${street} ${houseNumber}`,
    district: location.city(),
    city: location.city(),
    state: location.state(),
    postalCode: location.zipCode(),
    document: documentNumber(locale),
    birth: { day: twoDigits(12), month: twoDigits(12), year: String(draw.int({ min: 1940, max: 2004 })) },
    ip: drawIp(faker),
    company: faker.company.name(),
    job: person.jobTitle(),
    accountNumber: string.numeric(10),
    branch: string.numeric(4),
    shopperId: `S${string.numeric(8)}`,
    device: drawDevice(faker),
  };
}
