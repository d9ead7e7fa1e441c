import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { JsonObject } from '../../schemas/types.ts';

/** Texts of an exchange that are kept deflated: `sent`, `received`, and `value` where it is written. */
export type Texts = JsonObject;

// Two exchanges of one operation have most of their text in common, so the first one of a file is the dictionary.
const longestDictionary = 32 * 1024;
const longestText = 64 * 1024 * 1024;

/** First texts of every operation in a file, by operation. */
export type Dictionaries = Map<string, Buffer>;

/** Takes the texts as dictionary of their operation when they are its first. */
export function learn(dictionaries: Dictionaries, operation: string, texts: Texts): void {
  if (dictionaries.has(operation)) return;
  dictionaries.set(operation, Buffer.from(JSON.stringify(texts)).subarray(0, longestDictionary));
}

/** Deflates texts to Base64. */
export function pack(texts: Texts, dictionary: Buffer | undefined): string {
  return deflateRawSync(JSON.stringify(texts), { level: 9, ...(dictionary && { dictionary }) }).toString(
    'base64',
  );
}

/** Inflates what `pack` wrote with the same dictionary; throws on anything else. */
export function unpack(packed: string, dictionary: Buffer | undefined): Texts {
  const bytes = Buffer.from(packed, 'base64');
  return JSON.parse(
    inflateRawSync(bytes, { maxOutputLength: longestText, ...(dictionary && { dictionary }) }).toString(
      'utf8',
    ),
  );
}
