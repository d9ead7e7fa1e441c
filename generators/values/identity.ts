import { hash } from 'node:crypto';
import { type Numbering, orderNumberFrom } from '../order-number.ts';

function digestOf(words: readonly (string | number)[]): Buffer {
  return hash('sha256', words.join('\u0000'), 'buffer');
}

/** An `order_no` that depends on the words alone: the run's prefix and twelve letters and digits, or as the merchant writes them. */
export function orderNumber(numbering: Numbering, ...words: (string | number)[]): string {
  const suffix = digestOf(words).readBigUInt64BE().toString(36).padStart(13, '0').slice(-12);
  return orderNumberFrom(numbering, `${numbering.prefix}-${suffix}`);
}

/** Eighteen digits that depend on the words alone: more than a JSON number holds exactly, as real ids are. */
export function digitsOf(...words: (string | number)[]): string {
  const digits = digestOf(words).readBigUInt64BE(8).toString().padStart(20, '0').slice(-17);
  return `9${digits}`;
}

/** Hexadecimal characters, at most 64, that depend on the words alone. */
export function hexOf(length: number, ...words: (string | number)[]): string {
  return digestOf(words).toString('hex').slice(0, length);
}

/** A UUID of version 4 shape that depends on the words alone. */
export function uuidOf(...words: (string | number)[]): string {
  const hex = hexOf(32, ...words);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
