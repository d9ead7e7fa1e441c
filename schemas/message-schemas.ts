import { readdirSync, readFileSync } from 'node:fs';
import type { JsonObject } from './types.ts';

const folder = new URL('./messages/', import.meta.url);
let loaded: Readonly<Record<string, JsonObject>> | undefined;

/** The unprocessed message schemas by file name, for example `capture.answer.schema.json`. */
export function rawSchemas(): Readonly<Record<string, JsonObject>> {
  loaded ??= Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.schema.json'))
      .sort()
      .map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as JsonObject]),
  );
  return loaded;
}
