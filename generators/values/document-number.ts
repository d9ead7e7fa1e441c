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
