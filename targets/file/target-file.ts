import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Deviation } from '../../reports/statement/format.ts';
import type { Certification } from '../../schemas/certification.ts';
import { clauseOf, clauses, hasClause } from '../../schemas/clauses.ts';
import type { Statuses } from '../../schemas/history/states.ts';
import { isObject, objectOf, valueAt } from '../../schemas/json.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import { loadAjv, readyMade } from '../../schemas/ready-made.ts';
import type { Law } from '../../schemas/rules/run/laws.ts';
import type {
  Card,
  DocumentedOperationId,
  Effect,
  Encoding,
  FieldValues,
  JsonObject,
  JsonValue,
  OperationId,
} from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { didYouMean } from '../nearest.ts';
import { maskedText } from './masked-target.ts';
import { readJsonFile } from './read-json-file.ts';
import type { SecretPlace } from './secret.ts';
import { breachText, targetSchema } from './target-breach.ts';

// A line that names a card number by mistake must not be printed.
function masked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]));
}

/** Tells whether a text is a real date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

function demandDay(text: string | undefined, place: string): void {
  if (text === undefined || isDay(text)) return;
  throw new ConfigurationError(`${place} must be a real date, as in 2027-12-31, found "${text}".`);
}

/** Reads and checks a file next to a target file by its schema, whose address is given. */
function readBeside(file: string, kind: string, schema: URL): JsonObject {
  const check = checkOf(kind, JSON.parse(readFileSync(schema, 'utf8')));
  const value = checked(readJsonFile(file, `${kind} file`), check, file, '');
  const { $schema: _, ...content } = value as JsonObject;
  return content;
}

/** Reads and checks a certification file; a `ConfigurationError` says what is wrong in one line. */
export function readCertificationFile(file: string): Certification {
  const schema = new URL('../certification.schema.json', import.meta.url);
  const content = readBeside(file, 'certification', schema);
  demandDay((content as Certification).validUntil, `${file}: "validUntil"`);
  return masked(content) as Certification;
}

/** Reads and checks a file of known deviations; a `ConfigurationError` says what is wrong in one line. */
export function readDeviations(file: string): readonly Deviation[] {
  const schema = new URL('../../reports/deviations.schema.json', import.meta.url);
  const { deviations } = readBeside(file, 'deviation', schema);
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

/** A test card of the operator. */
export interface TestCard extends Card {
  /** What the service does with a payment by it; approve when absent. */
  readonly outcome?: 'approve' | 'decline' | 'challenge';
  /** Four digits that `result_info` begins with when it is used. */
  readonly resultCode?: string;
}

/** A currency that the account takes, with decimal bounds of the amounts of its orders. */
export interface Currency {
  readonly currency: string;
  readonly smallest?: string;
  readonly largest?: string;
}

/** How the bodies of one operation are written. */
export interface RequestLayout {
  readonly encoding: Encoding;
  readonly contentType?: string;
  readonly xmlRoot?: string;
  readonly xmlEntries?: string;
  readonly nested?: 'json' | 'brackets';
}

/** The keys of a target: of a file that was checked against `target.schema.json`, or of a target whose secrets are known. */
export interface TargetKeys<Secret, SecretOrText> {
  readonly name: string;
  readonly environment: 'embedded' | 'sandbox' | 'certification' | 'production-like';
  /** What the embedded endpoint is for the run. */
  readonly acquirer?: string;
  readonly testData?: 'synthetic';
  readonly baseUrl?: string;
  readonly merchant: {
    readonly merchant_id: string;
    readonly account_id: string;
    readonly otherAccountId?: string;
  };
  readonly signing: {
    readonly recipe: 'none' | 'fixed' | 'sha256-concat' | 'hmac-sha256' | 'module';
    readonly fields?: readonly string[];
    readonly key?: Secret;
    readonly value?: SecretOrText;
    readonly module?: string;
    readonly uppercase?: boolean;
  };
  readonly capabilities?: Readonly<Partial<Record<OperationId, boolean>>>;
  readonly allow?: readonly Effect[];
  readonly encodings?: Readonly<Partial<Record<OperationId, RequestLayout>>>;
  readonly headers?: Readonly<Record<string, SecretOrText>>;
  readonly tls?: {
    readonly verify?: boolean;
    readonly authorityFile?: string;
    readonly clientCertificate?: {
      readonly certificateFile: string;
      readonly keyFile: string;
      readonly passphrase?: Secret;
    };
  };
  readonly proxy?: {
    readonly server: string;
    readonly bypass?: string;
    readonly username?: string;
    readonly password?: Secret;
  };
  readonly cards?: readonly TestCard[] | SecretPlace;
  readonly currencies?: readonly (string | Currency)[];
  // What the merchant knows about the account and the document does not show.
  /** By operation, or under `*` for every operation whose request documents the field. */
  readonly fixed?: Readonly<Partial<Record<DocumentedOperationId | '*', FieldValues>>>;
  readonly orderNumbers?: {
    /** Most characters, the prefix included. */
    readonly longest?: number;
    /** Characters as inside the brackets of a regular expression. */
    readonly alphabet?: string;
    readonly prefix?: string;
  };
  readonly capture?: 'manual' | 'automatic';
  readonly refunds?: 'whole';
  readonly settle?: { readonly longestMs: number };
  readonly statuses?: Statuses;
  readonly apmMethods?: readonly { readonly payment_method: string; readonly fields?: FieldValues }[];
  readonly payouts?: readonly {
    readonly payment_currency: string;
    readonly source_currency: string;
    readonly payment_method: string;
    readonly fields?: FieldValues;
  }[];
  /** Members of 2.4. */
  readonly subscription?: JsonObject;
  /** What the acquirer promises beyond the document. */
  readonly laws?: readonly Law[];
  readonly returnUrl?: string;
  readonly limits?: {
    readonly timeoutMs?: number;
    readonly requests?: number;
    readonly requestsPerSecond?: number;
    readonly amountPerRequest?: string;
    readonly amountTotal?: string;
    readonly concurrent?: number;
  };
  readonly notify?: { readonly url: string; readonly host?: string; readonly port?: number };
  readonly deviations?: string;
  readonly certification?: string;
  readonly optimise?: { readonly path: string; readonly body?: JsonObject };
}

/** A target file as it is. */
export type TargetFile = TargetKeys<SecretPlace, string | SecretPlace>;

/** How target files are compiled. */
export const targetOptions = { allErrors: true, verbose: true, strictTypes: false, keywords: ['holds'] };

/** Name of the check of whole target files among those that the build makes. */
export const targetCheck = 'target';

type Check = (value: unknown) => readonly ErrorObject[];

/** Checks what a target file holds, or is to hold; a `ConfigurationError` says what is wrong in one line. */
export function checkTargetFile(value: JsonValue, file: string): TargetFile {
  const { $schema: _, ...content } = checked(
    value,
    checkOf(targetCheck, targetSchema),
    file,
    '',
  ) as JsonObject;
  return content as unknown as TargetFile;
}

/** Reads and checks a target file; a `ConfigurationError` says what is wrong in one line. */
export function readTargetFile(file: string): TargetFile {
  return checkTargetFile(readJsonFile(file, 'target file'), file);
}

/** Makes something of the value of a key. */
type Use = (value: JsonValue, key: string) => unknown;

/** A part of a target file in which each secret and each path of a file is what is made of it; the schema says which keys hold one. */
export function withUses(
  part: JsonValue,
  uses: { readonly secret: Use; readonly path: Use },
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
      return [name, withUses(member, uses, own, key === '' ? name : `${key}.${name}`)];
    }),
  );
}

/** Checks a list of cards that is outside the target file; the error names where it is, never a value. */
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
    const validate =
      readyMade(name, { schema: wanted }) ?? new (loadAjv().Ajv2020)(targetOptions).compile(wanted);
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
