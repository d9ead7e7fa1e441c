import { hash } from 'node:crypto';
import { passesLuhn } from '../schemas/luhn.ts';
import type { MakeContext, OrderNumbers } from './context.ts';

/** What order numbers are made for. */
export type Numbering = Pick<MakeContext, 'prefix' | 'orderNumbers'>;

/** Characters after the prefix of a merchant's own order numbers: as many as tell the orders of all runs apart. */
const enough = 24;

function encoded({ characters, longest = 64, prefix = '' }: OrderNumbers, text: string): string {
  const base = BigInt(characters.length);
  let rest = BigInt(`0x${hash('sha256', text)}`);
  let written = prefix;
  for (const end = Math.min(longest, prefix.length + enough); written.length < end; rest /= base)
    written += characters[Number(rest % base)];
  return written;
}

// Reports would mask it, and what is masked identifies nothing.
function looksLikeCard(number: string): boolean {
  return /^\d{13,19}$/.test(number) && passesLuhn(number);
}

/** The `order_no` of a text that is one order's alone: as the merchant's order numbers are written, else the text itself. */
export function orderNumberFrom({ prefix, orderNumbers }: Numbering, text: string): string {
  if (orderNumbers === undefined) return text;
  const number = encoded(orderNumbers, `${prefix} ${text}`);
  return looksLikeCard(number) ? orderNumberFrom({ prefix, orderNumbers }, `${text} again`) : number;
}
