import { hash } from 'node:crypto';
import { type Numbering, orderNumberFrom } from '../order-number.ts';

// Hexadecimal text, as a buffer for each of thousands of numbers costs more than the hash.
function digestOf(words: readonly (string | number)[]): string {
  return hash('sha256', words.join('\u0000'));
}

/** Eight bytes of a digest from an offset, as a number. */
function numberAt(digest: string, byte: number): bigint {
  return BigInt(`0x${digest.slice(byte * 2, byte * 2 + 16)}`);
}

/** An `order_no` derived from the words: the prefix of the run and twelve characters, or in the merchant's format. */
export function orderNumber(numbering: Numbering, ...words: (string | number)[]): string {
  const suffix = numberAt(digestOf(words), 0).toString(36).padStart(13, '0').slice(-12);
  return orderNumberFrom(numbering, `${numbering.prefix}-${suffix}`);
}

/** Eighteen digits derived from the words: like real ids, more than a JSON number holds exactly. */
export function digitsOf(...words: (string | number)[]): string {
  const digits = numberAt(digestOf(words), 8).toString().padStart(20, '0').slice(-17);
  return `9${digits}`;
}

/** Hexadecimal characters, at most 64, derived from the words. */
export function hexOf(length: number, ...words: (string | number)[]): string {
  return digestOf(words).slice(0, length);
}

/** A UUID of version 4 shape, derived from the words. */
export function uuidOf(...words: (string | number)[]): string {
  const hex = hexOf(32, ...words);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
