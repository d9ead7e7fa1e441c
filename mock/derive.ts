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
