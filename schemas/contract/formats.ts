import type { Format } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { urlIn } from '../media/url-in.ts';
import { table } from '../table.ts';

/** Whether a text, of which the pattern has judged the layout, starts with a date that the calendar has. */
const startsWithDate = (text: string) =>
  isDate(text.replace(/^([0-9]{4})-?([0-9]{2})-?([0-9]{2}).*$/s, '$1-$2-$3'));
const isDate = (fullFormats.date as { validate: (text: string) => boolean }).validate;

// 24:00:00, second 60 and an offset are right, so no format of a time judges what follows the date.
const dated: Readonly<Record<string, Format>> = table({
  date: fullFormats.date,
  'date-14-digits': startsWithDate,
  'date-and-time': startsWithDate,
  'date-time-offset': startsWithDate,
  'date-and-characters': startsWithDate,
});

/** Whether an absolute address has a host that a browser understands; other schemes than http and https need none. */
const isAddress = (text: string) =>
  !/^https?:/i.test(text) || (/^https?:\/\/[^/?#]/i.test(text) && urlIn(text) !== undefined);

/** The formats of the messages: those of ajv-formats, and the suite's own of dates and addresses. */
export const formats: Readonly<Record<string, Format>> = table({
  ...dated,
  uuid: fullFormats.uuid,
  address: isAddress,
});

/** Whether a format says which dates the calendar has. */
export function isDated(format: unknown): boolean {
  return typeof format === 'string' && dated[format] !== undefined;
}
