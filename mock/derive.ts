import { hash } from 'node:crypto';

/** The SHA-256 digest of a list of words, as 64 lower-case hex digits: the source of every value that the endpoint assigns. */
export function digestOf(...words: readonly string[]): string {
  return hash('sha256', JSON.stringify(words));
}

/** An identifier such as `T8C1F03D2KA9E4471B`; the letter in the middle keeps it from looking like a card number. */
export function identifierFrom(prefix: string, digest: string): string {
  return `${prefix}${digest.slice(0, 8)}K${digest.slice(8, 16)}`.toUpperCase();
}

/** A number from 0 up to, but not including, `below`, taken from a digest at a place of eight hex digits. */
export function numberFrom(digest: string, place: number, below: number): number {
  return Number.parseInt(digest.slice(place, place + 8), 16) % below;
}

/** A UUID made from a digest. */
export function uuidFrom(digest: string): string {
  return [0, 8, 12, 16, 20, 32]
    .slice(0, -1)
    .map((from, at, all) => digest.slice(from, all[at + 1] ?? 32))
    .join('-');
}

const day = 86_400_000;
// A fixed year: the clock never reaches an answer, so the same requests give the same answers on any day.
const firstDay = Date.UTC(2025, 0, 1);

/** The moment in the endpoint's fixed calendar that belongs to a digest: a second between January and October 2025. */
export function momentFrom(digest: string): Date {
  return new Date(firstDay + numberFrom(digest, 16, 300) * day + numberFrom(digest, 24, 86_400) * 1000);
}

/** A moment some whole days later. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * day);
}

/** Writes `YYYY-MM-DD` (2.10). */
export function writeDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Writes `YYYY-MM-DD hh:mm:ss` (2.6). */
export function writeDateTime(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** Writes the 14 digits `YYYYMMDDhhmmss` (2.10, 2.11). */
export function writeDigits(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace(/\D/g, '');
}

/** Writes `YYYY-MM-DDThh:mm:ss+hhmm` (2.13), always in the offset of UTC. */
export function writeTimestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}+0000`;
}
