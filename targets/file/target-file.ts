import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Deviation } from '../../reports/statement/format.ts';
import type { Certification } from '../../schemas/certification.ts';
import { clauseOf, clauses, hasClause } from '../../schemas/clauses.ts';
import { isObject, objectOf, valueAt } from '../../schemas/json.ts';
import { loadAjv } from '../../schemas/load-ajv.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { isDay } from '../clock.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { didYouMean } from '../nearest.ts';
import { masked } from './masked-target.ts';
import { readJsonFile } from './read-json-file.ts';
import { breachText, targetSchema } from './target-breach.ts';
import type { TargetFile, TestCard } from './target-keys.ts';

function demandDay(text: string | undefined, place: string): void {
  if (text === undefined || isDay(text)) return;
  throw new ConfigurationError(`${place} must be a real date, as in 2027-12-31, found "${text}".`);
}

/** Reads a file next to a target file and checks it by the schema at a URL. */
function readCompanionFile(file: string, kind: string, schema: URL): JsonObject {
  const check = checkOf(kind, JSON.parse(readFileSync(schema, 'utf8')));
  const value = checked(readJsonFile(file, `${kind} file`), check, file, '');
  const { $schema: _, ...content } = value as JsonObject;
  return content;
}

/** Reads and checks a certification file; throws `ConfigurationError` in one line. */
export function readCertificationFile(file: string): Certification {
  const schema = new URL('../certification.schema.json', import.meta.url);
  const content = readCompanionFile(file, 'certification', schema);
  demandDay((content as Certification).validUntil, `${file}: "validUntil"`);
  // A card number entered by mistake must not be printed.
  return masked(content, false) as Certification;
}

/** Reads and checks a file of known deviations; throws `ConfigurationError` in one line. */
export function readDeviations(file: string): readonly Deviation[] {
  const schema = new URL('../../reports/deviations.schema.json', import.meta.url);
  const { deviations } = readCompanionFile(file, 'deviation', schema);
  return (deviations as unknown as readonly (Omit<Deviation, 'id'> & Partial<Deviation>)[]).map((row, at) => {
    const { clause, operation, expires } = row;
    const place = `${file}: "deviations[${at}]`;
    if (!hasClause(clause))
      throw new ConfigurationError(
        `${place}.clause" must be a clause, found "${clause}".${didYouMean(
          clause,
          clauses.map(({ id }) => id),
        )}`,
      );
    const { operations } = clauseOf(clause);
    if (operations.length > 0 && !operations.some((one) => one === operation))
      throw new ConfigurationError(
        `${place}.operation" must be an operation of "${clause}" (${operations.join(', ')}), found "${operation}".`,
      );
    demandDay(expires, `${place}.expires"`);
    return { ...row, id: row.id ?? `${clause} ${operation}` };
  });
}

/** Options of the schema compiler for target files. */
const targetOptions = {
  allErrors: true,
  verbose: true,
  strictTypes: false,
  // The tests judge the schema, and optimising its code takes longer than it saves.
  validateSchema: false,
  code: { optimize: false },
  keywords: ['holds'],
};

type Check = (value: unknown) => readonly ErrorObject[];

/** Checks the contents of a target file; throws `ConfigurationError` in one line. */
export function checkTargetFile(value: JsonValue, file: string): TargetFile {
  return contentOf(checked(value, checkOf('target', targetSchema), file, ''));
}

function contentOf(value: JsonValue): TargetFile {
  const { $schema: _, ...content } = value as JsonObject;
  return content as unknown as TargetFile;
}

const sha256Of = (value: JsonValue) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The SHA-256 of what a target file says, for `readTargetFile` in another process. */
export function targetSha256(file: string): string {
  return sha256Of(readJsonFile(file, 'target file'));
}

/**
 * Reads and checks a target file; throws `ConfigurationError` in one line. One that says what was `checked` in another
 * process is not checked again: it would take each worker of a run 0.2 seconds.
 */
export function readTargetFile(file: string, checked?: string): TargetFile {
  const value = readJsonFile(file, 'target file');
  return sha256Of(value) === checked ? contentOf(value) : checkTargetFile(value, file);
}

/** Converts the value of a key. */
type Replace = (value: JsonValue, key: string) => unknown;

/** Replaces each secret and each file path in a part of a target file; the schema shows which keys hold one. */
export function withReplaced(
  part: JsonValue,
  uses: { readonly secret: Replace; readonly path: Replace },
  schema = targetSchema,
  key = '',
): unknown {
  if (schema.$ref === '#/$defs/path') return uses.path(part, key);
  if (schema.$ref === '#/$defs/secret' || schema.$ref === '#/$defs/secretOrText')
    return uses.secret(part, key);
  if (!isObject(part) || schema.$ref !== undefined) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => {
      const own = objectOf(valueAt(schema, ['properties', name]) ?? schema.additionalProperties);
      return [name, withReplaced(member, uses, own, key === '' ? name : `${key}.${name}`)];
    }),
  );
}

/** Checks a list of cards outside the target file; the error names its place, never a value. */
export function checkCards(text: string, place: string): readonly TestCard[] {
  const decoded = decodeJson(Buffer.from(text));
  if (!decoded.ok)
    throw new ConfigurationError(`${place} must hold a JSON list of cards: ${decoded.problem.detail}.`);
  const { cards } = targetSchema.properties as { cards: { items: JsonObject } };
  const list = { type: 'array', minItems: 1, items: cards.items };
  return checked(decoded.value, checkOf('cards', list), place, 'cards') as unknown as readonly TestCard[];
}

const checks = new Map<string, Check>();

// Compiling costs more than reading the file, and settings are read more than once.
function checkOf(name: string, wanted: JsonObject): Check {
  let check = checks.get(name);
  if (check === undefined) {
    const validate = new (loadAjv().Ajv2020)(targetOptions).compile(wanted);
    check = (value) => (validate(value) ? [] : (validate.errors ?? []));
    checks.set(name, check);
  }
  return check;
}

function checked(value: JsonValue, check: Check, file: string, root: string): JsonValue {
  const breach = breachText(check(value), root);
  if (breach !== undefined) throw new ConfigurationError(`${file}: ${breach}`);
  return value;
}
