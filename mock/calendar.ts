import { numberFrom } from './derive.ts';

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
