import { passesLuhn } from '../schemas/luhn.ts';
import { table } from '../schemas/table.ts';

/** Published test numbers that the endpoint declines, with its own code and text for each. */
export const decliningCards: Readonly<Record<string, { readonly code: string; readonly text: string }>> =
  table({
    '4000000000000002': { code: '2105', text: 'the issuer does not honour this card' },
    '4000000000009995': { code: '2106', text: 'insufficient funds' },
    '4000000000000069': { code: '2107', text: 'the card has expired' },
  });

/** Tells whether a text is a card number of 11 to 19 digits with a right check digit. */
export function isCardNumber(text: string): boolean {
  return /^[0-9]{11,19}$/.test(text) && passesLuhn(text);
}

/** The masked form of 2.6: first six digits, asterisks, last four; undefined for a number too short to mask. */
export function maskCard(card: string): string | undefined {
  const digits = card.replace(/\D/g, '');
  if (digits.length < 11) return undefined;
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}
