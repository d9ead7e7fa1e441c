import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Certification } from '../schemas/certification.ts';
import { loadAjv } from '../schemas/ready-made.ts';
import type { JsonObject, JsonValue } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { maskedText } from './masked-target.ts';
import { readJsonFile } from './read-json-file.ts';
import { breachText } from './target-breach.ts';

let validate: ValidateFunction | undefined;

function compiled(): ValidateFunction {
  if (validate !== undefined) return validate;
  const schema = readFileSync(new URL('./certification.schema.json', import.meta.url), 'utf8');
  const { Ajv2020 } = loadAjv();
  validate = new Ajv2020({ allErrors: true, verbose: true }).compile(JSON.parse(schema));
  return validate;
}

/** Tells whether a text names a day of the calendar, as in `2027-12-31`. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

// A line that names a card number by mistake must not be printed.
function masked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]));
}

/** Reads and checks a certification file; a `ConfigurationError` says what is wrong in one line. */
export function readCertificationFile(file: string): Certification {
  const value = readJsonFile(file, 'certification file');
  const check = compiled();
  const breach = check(value) ? undefined : breachText(check.errors ?? [], '');
  if (breach !== undefined) throw new ConfigurationError(`${file}: ${breach}`);
  const { $schema: _, ...content } = value as JsonObject;
  const { validUntil } = content as Certification;
  if (validUntil !== undefined && !isDay(validUntil))
    throw new ConfigurationError(
      `${file}: "validUntil" must be a real date, as in 2027-12-31, received "${validUntil}".`,
    );
  return masked(content) as Certification;
}
