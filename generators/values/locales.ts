import type { Faker } from '@faker-js/faker';
import { faker as german } from '@faker-js/faker/locale/de';
import { faker as british } from '@faker-js/faker/locale/en_GB';
import { faker as spanish } from '@faker-js/faker/locale/es';
import { faker as french } from '@faker-js/faker/locale/fr';
import { faker as italian } from '@faker-js/faker/locale/it';
import { faker as japanese } from '@faker-js/faker/locale/ja';
import { faker as polish } from '@faker-js/faker/locale/pl';
import { faker as brazilian } from '@faker-js/faker/locale/pt_BR';

/** What the country of a person determines in a request. */
export interface Locale {
  readonly faker: Faker;
  /** Two letters (ISO 3166). */
  readonly country: string;
  /** Three letters (ISO 4217). */
  readonly currency: string;
  readonly language: string;
  readonly timeZone: string;
  /** Digits after the plus sign. */
  readonly callingCode: string;
  readonly documentType: string;
  /** Pattern of the document number: `#` is a digit, `?` a letter. */
  readonly documentShape: string;
  /** Type and pattern of the company registration number. */
  readonly companyType: string;
  readonly companyShape: string;
  /** Pattern of a mobile number after the calling code, `#` for any digit; empty if the local numbers are mobile. */
  readonly mobile: string;
}

const euro = { currency: 'EUR' };

/** Locales whose names, addresses and scripts differ in relevant ways. */
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
    companyType: 'CRN',
    companyShape: '########',
    mobile: '740012345#',
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
    companyType: 'HRB',
    companyShape: 'HRB ######',
    mobile: '17139200##',
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
    companyType: 'SIREN',
    companyShape: '#########',
    mobile: '61234567#',
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
    companyType: 'CIF',
    companyShape: 'B########',
    mobile: '612#####0',
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
    companyType: 'REA',
    companyShape: 'MI-#######',
    mobile: '34#######0',
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
    companyType: 'KRS',
    companyShape: '0000######',
    mobile: '51######0',
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
    companyType: 'CNPJ',
    companyShape: '##.###.###/0001-',
    mobile: '',
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
    companyType: 'CORPORATE_NUMBER',
    companyShape: '#############',
    mobile: '901######0',
  },
];
