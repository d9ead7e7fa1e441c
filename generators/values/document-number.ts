import type { Locale } from './locales.ts';

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (digits.length + 1 - at), 0);
  return String(((sum * 10) % 11) % 10);
}

/** Writes nine digits as a Brazilian taxpayer number: gateways there compute its two check digits. */
export function taxpayerNumber(nineDigits: string): string {
  const ten = nineDigits + checkDigit(nineDigits);
  const all = ten + checkDigit(ten);
  return `${all.slice(0, 3)}.${all.slice(3, 6)}.${all.slice(6, 9)}-${all.slice(9)}`;
}

/** Draws a document number of the shape that the locale's country issues. */
export function documentNumber({ faker, documentShape }: Locale): string {
  return documentShape === 'cpf'
    ? taxpayerNumber(faker.string.numeric(9))
    : faker.helpers.replaceSymbols(documentShape);
}

function companyCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 8)), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

/** Draws the number under which a company of the locale's country is registered. */
export function companyNumber({ faker, companyShape }: Locale): string {
  const drawn = companyShape.replaceAll('#', () => faker.string.numeric(1));
  if (!drawn.endsWith('-')) return drawn;
  // Gateways in Brazil compute the two check digits.
  const digits = drawn.replaceAll(/\D/g, '');
  const first = companyCheckDigit(digits);
  return `${drawn}${first}${companyCheckDigit(digits + first)}`;
}
