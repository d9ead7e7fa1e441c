import type { ErrorObject } from 'ajv/dist/2020.js';
import { decodeJson } from '../schemas/media/json.ts';
import { loadAjv, readyMade } from '../schemas/ready-made.ts';
import type { Law } from '../schemas/rules/run/laws.ts';
import type { Statuses } from '../schemas/states.ts';
import type {
  DocumentedOperationId,
  Effect,
  Encoding,
  JsonObject,
  JsonValue,
  OperationId,
} from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { readJsonFile } from './read-json-file.ts';
import type { SecretPlace } from './secret.ts';
import { breachText } from './target-breach.ts';
import { targetSchema } from './target-schema.ts';

/** A test card of the operator, under the document's field names (2.2). */
export interface TestCard {
  readonly card: string;
  /** Two digits. */
  readonly expiration_month: string;
  /** Four digits. */
  readonly expiration_year: string;
  readonly security_code: string;
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

/** Values by name of request field; dots reach nested members. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

/** What the merchant knows about the account and the document does not show; all of it is optional. */
export interface MerchantKnowledge {
  /** By operation, or under `*` for every operation whose request documents the field. */
  readonly fixed?: Readonly<Partial<Record<DocumentedOperationId | '*', FieldValues>>>;
  readonly orderNumbers?: {
    /** Most characters, the prefix included. */
    readonly longest?: number;
    /** Characters as they stand inside the brackets of a regular expression. */
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
}

/** How the bodies of one operation are written. */
export interface RequestLayout {
  readonly encoding: Encoding;
  readonly contentType?: string;
  readonly xmlRoot?: string;
  readonly xmlEntries?: string;
  readonly nested?: 'json' | 'brackets';
}

/** A target file as it stands, after it was checked against `target.schema.json`. */
export interface TargetFile extends MerchantKnowledge {
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
    readonly key?: SecretPlace;
    readonly value?: string | SecretPlace;
    readonly module?: string;
    readonly uppercase?: boolean;
  };
  readonly capabilities?: Readonly<Partial<Record<OperationId, boolean>>>;
  readonly allow?: readonly Effect[];
  readonly encodings?: Readonly<Partial<Record<OperationId, RequestLayout>>>;
  readonly headers?: Readonly<Record<string, string | SecretPlace>>;
  readonly tls?: {
    readonly verify?: boolean;
    readonly authorityFile?: string;
    readonly clientCertificate?: {
      readonly certificateFile: string;
      readonly keyFile: string;
      readonly passphrase?: SecretPlace;
    };
  };
  readonly proxy?: {
    readonly server: string;
    readonly bypass?: string;
    readonly username?: string;
    readonly password?: SecretPlace;
  };
  readonly cards?: readonly TestCard[] | SecretPlace;
  readonly currencies?: readonly (string | Currency)[];
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

/** How target files are compiled. */
export const targetOptions = { allErrors: true, verbose: true, strictTypes: false, keywords: ['holds'] };

/** Name of the check of whole target files among those that the build makes. */
export const targetCheck = 'target';

type Check = (value: unknown) => readonly ErrorObject[];

/** Reads and checks a target file; a `ConfigurationError` says what is wrong in one line. */
export function readTargetFile(file: string): TargetFile {
  return checked(
    readJsonFile(file, 'target file'),
    checkOf(targetCheck, targetSchema),
    file,
    '',
  ) as unknown as TargetFile;
}

/** Checks a list of cards that stands outside the target file; the error names where it stands, never a value. */
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
    const validate = readyMade(name) ?? new (loadAjv().Ajv2020)(targetOptions).compile(wanted);
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
