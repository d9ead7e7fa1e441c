import { hash } from 'node:crypto';
import { passesLuhn } from '../schemas/luhn.ts';
import type { MakeContext, OrderNumbers } from './context.ts';

/** The part of the context that order numbers depend on. */
export type Numbering = Pick<MakeContext, 'prefix' | 'orderNumbers'>;

/** Characters after the prefix of a merchant's order numbers: enough to be unique across all runs. */
const enough = 24;

function encoded({ characters, longest = 64, prefix = '' }: OrderNumbers, text: string): string {
  const base = BigInt(characters.length);
  let rest = BigInt(`0x${hash('sha256', text)}`);
  let written = prefix;
  for (const end = Math.min(longest, prefix.length + enough); written.length < end; rest /= base)
    written += characters[Number(rest % base)];
  return written;
}

// Reports mask card numbers, and a masked order number identifies nothing.
function looksLikeCard(number: string): boolean {
  return /^\d{13,19}$/.test(number) && passesLuhn(number);
}

/** Derives an `order_no` from a unique text, in the merchant's format; without a format, it is the text. */
export function orderNumberFrom({ prefix, orderNumbers }: Numbering, text: string): string {
  if (orderNumbers === undefined) return text;
  const number = encoded(orderNumbers, `${prefix} ${text}`);
  return looksLikeCard(number) ? orderNumberFrom({ prefix, orderNumbers }, `${text} again`) : number;
}
