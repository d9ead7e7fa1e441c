import { hash } from 'node:crypto';

/** The SHA-256 digest of some words as 64 lower-case hex digits, the source of every assigned value. */
export function digestOf(...words: readonly string[]): string {
  return hash('sha256', JSON.stringify(words));
}

/** An identifier such as `T8C1F03D2KA9E4471B`; the K in the middle keeps it from looking like a card number. */
export function identifierFrom(prefix: string, digest: string): string {
  return `${prefix}${digest.slice(0, 8)}K${digest.slice(8, 16)}`.toUpperCase();
}

/** A number from 0 to `below` - 1, taken from the eight hex digits of the digest at `place`. */
export function numberFrom(digest: string, place: number, below: number): number {
  return Number.parseInt(digest.slice(place, place + 8), 16) % below;
}

/** A UUID taken from the first 32 digits of a digest. */
export function uuidFrom(digest: string): string {
  return [0, 8, 12, 16, 20, 32]
    .slice(0, -1)
    .map((from, at, all) => digest.slice(from, all[at + 1] ?? 32))
    .join('-');
}

const day = 86_400_000;
// A fixed year instead of the clock, so that the same requests get the same answers on every day.
const firstDay = Date.UTC(2025, 0, 1);

/** A fixed date and time for a digest, between January and October 2025, in whole seconds (UTC). */
export function momentFrom(digest: string): Date {
  return new Date(firstDay + numberFrom(digest, 16, 300) * day + numberFrom(digest, 24, 86_400) * 1000);
}

/** The date that is `days` whole days later. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * day);
}

/** Formats as `YYYY-MM-DD` (2.10). */
export function writeDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Formats as `YYYY-MM-DD hh:mm:ss` (2.6). */
export function writeDateTime(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats as 14 digits `YYYYMMDDhhmmss` (2.10, 2.11). */
export function writeDigits(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace(/\D/g, '');
}

/** Formats as `YYYY-MM-DDThh:mm:ss+0000` in UTC (2.13). */
export function writeTimestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}+0000`;
}
