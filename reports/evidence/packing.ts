import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { JsonValue } from '../../schemas/types.ts';

// Two exchanges of one operation have most of their text in common, so the first one of a file is the dictionary.
const longestDictionary = 32 * 1024;
const longestText = 64 * 1024 * 1024;

/** First value of every sort in a file: of every operation, and of the lists. */
export type Dictionaries = Map<string, Buffer>;

/** Takes a value as dictionary of its sort when it is the first. */
export function learn(dictionaries: Dictionaries, sort: string, value: unknown): void {
  if (dictionaries.has(sort)) return;
  dictionaries.set(sort, Buffer.from(JSON.stringify(value)).subarray(0, longestDictionary));
}

/** Deflates a value to Base64. */
export function pack(value: unknown, dictionary: Buffer | undefined): string {
  const text = JSON.stringify(value);
  return deflateRawSync(text, { level: 9, ...(dictionary && { dictionary }) }).toString('base64');
}

/** Inflates what `pack` wrote with the same dictionary; throws on anything else. */
export function unpack(packed: string, dictionary: Buffer | undefined): JsonValue {
  const bytes = Buffer.from(packed, 'base64');
  const options = { maxOutputLength: longestText, ...(dictionary && { dictionary }) };
  return JSON.parse(inflateRawSync(bytes, options).toString('utf8'));
}
