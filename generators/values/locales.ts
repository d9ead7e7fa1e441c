import type { Faker } from '@faker-js/faker';
import { faker as german } from '@faker-js/faker/locale/de';
import { faker as british } from '@faker-js/faker/locale/en_GB';
import { faker as spanish } from '@faker-js/faker/locale/es';
import { faker as french } from '@faker-js/faker/locale/fr';
import { faker as italian } from '@faker-js/faker/locale/it';
import { faker as japanese } from '@faker-js/faker/locale/ja';
import { faker as polish } from '@faker-js/faker/locale/pl';
import { faker as brazilian } from '@faker-js/faker/locale/pt_BR';

/** What a person's country decides about the rest of a request. */
export interface Locale {
  readonly faker: Faker;
  /** Two letters. */
  readonly country: string;
  /** Three letters. */
  readonly currency: string;
  readonly language: string;
  readonly timeZone: string;
  /** Digits after the plus sign. */
  readonly callingCode: string;
  readonly documentType: string;
  /** Pattern of the document number: `#` is a digit, `?` a letter. */
  readonly documentShape: string;
  /** The example of the IBAN registry, so that no account of a person is named; empty where there are no IBANs. */
  readonly iban: string;
}

const euro = { currency: 'EUR' };

/** Locales whose names, addresses and scripts differ in ways that matter. */
export const locales: readonly Locale[] = [
  {
    faker: british,
    country: 'GB',
    currency: 'GBP',
    language: 'en-GB',
    timeZone: 'Europe/London',
    callingCode: '44',
    documentType: 'PASSPORT',
    documentShape: '#########',
    iban: 'GB29NWBK60161331926819',
  },
  {
    ...euro,
    faker: german,
    country: 'DE',
    language: 'de-DE',
    timeZone: 'Europe/Berlin',
    callingCode: '49',
    documentType: 'IDENTITY_CARD',
    documentShape: 'L########',
    iban: 'DE89370400440532013000',
  },
  {
    ...euro,
    faker: french,
    country: 'FR',
    language: 'fr-FR',
    timeZone: 'Europe/Paris',
    callingCode: '33',
    documentType: 'PASSPORT',
    documentShape: '##??#####',
    iban: 'FR1420041010050500013M02606',
  },
  {
    ...euro,
    faker: spanish,
    country: 'ES',
    language: 'es-ES',
    timeZone: 'Europe/Madrid',
    callingCode: '34',
    documentType: 'DNI',
    documentShape: '########?',
    iban: 'ES9121000418450200051332',
  },
  {
    ...euro,
    faker: italian,
    country: 'IT',
    language: 'it-IT',
    timeZone: 'Europe/Rome',
    callingCode: '39',
    documentType: 'IDENTITY_CARD',
    documentShape: '??#######',
    iban: 'IT60X0542811101000000123456',
  },
  {
    faker: polish,
    country: 'PL',
    currency: 'PLN',
    language: 'pl-PL',
    timeZone: 'Europe/Warsaw',
    callingCode: '48',
    documentType: 'IDENTITY_CARD',
    documentShape: '???######',
    iban: 'PL61109010140000071219812874',
  },
  {
    faker: brazilian,
    country: 'BR',
    currency: 'BRL',
    language: 'pt-BR',
    timeZone: 'America/Sao_Paulo',
    callingCode: '55',
    documentType: 'CPF',
    documentShape: 'cpf',
    iban: 'BR1800360305000010009795493C1',
  },
  {
    faker: japanese,
    country: 'JP',
    currency: 'JPY',
    language: 'ja-JP',
    timeZone: 'Asia/Tokyo',
    callingCode: '81',
    documentType: 'PASSPORT',
    documentShape: '??#######',
    iban: '',
  },
];
