import { createHash, createHmac } from 'node:crypto';
import { existsSync, realpathSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digestFile } from '../../reports/digest.ts';
import { mergedFile } from '../../reports/evidence/collect.ts';
import type { JsonObject, JsonValue, OperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { ShownValue, Signing, Target } from '../target.ts';

/** Loads an operator's module that exports `sign(body, operation)`, which returns the signature as text. */
async function signingModule(path: string): Promise<Sign> {
  if (!existsSync(path)) throw new ConfigurationError(`"signing.module": there is no file ${path}.`);
  // Reading a pipe would never end.
  if (!statSync(path).isFile())
    throw new ConfigurationError(`"signing.module": ${path} is not a plain file.`);
  if (liesInReports(path) || liesInReports(realpathSync(path)))
    throw new ConfigurationError(
      `"signing.module": ${path} lies in a folder of reports. Nothing in a folder of reports is run as a program: put it elsewhere.`,
    );
  const exported = await loaded(path);
  const { sign } = exported;
  if (typeof sign !== 'function')
    throw new ConfigurationError(`"signing.module": ${path} exports no function "sign".`);
  return (body, operation) => {
    // A copy, so that a signer that sorts or adds fields does not change the request.
    const signature = resultOf(() => sign(structuredClone(body), operation), path, body);
    if (typeof signature === 'string') return signature;
    const received = signature instanceof Promise ? 'a promise' : typeof signature;
    throw new ConfigurationError(`"signing.module": sign() of ${path} must return text, found ${received}.`);
  };
}

function liesInReports(path: string): boolean {
  const folder = dirname(path);
  if (folder === path) return false;
  const isReports = [digestFile, mergedFile].some((name) => existsSync(join(folder, name)));
  return isReports || liesInReports(folder);
}

// A silent end of the process would look like success.
async function loaded(path: string): Promise<{ sign?: unknown }> {
  const says = (code: number) => {
    if (code > 2) return;
    writeSync(2, `"signing.module": ${path} ended the process while it was loaded (process.exit).\n`);
    process.exitCode = 2;
  };
  process.prependOnceListener('exit', says);
  try {
    return (await import(pathToFileURL(path).href)) as { sign?: unknown };
  } catch (error) {
    throw new ConfigurationError(`"signing.module": ${path} cannot be loaded: ${wordsOf(error)}`);
  } finally {
    process.off('exit', says);
  }
}

function resultOf(call: () => unknown, path: string, body: JsonObject): unknown {
  const { exit } = process;
  process.exit = () => {
    throw new Error('it called process.exit instead of returning a signature');
  };
  try {
    return call();
  } catch (error) {
    const why = wordsOf(error);
    // A request holds data of cards and persons.
    const says = repeats(why, body) ? 'its words repeat what was to be signed and are not shown' : why;
    throw new ConfigurationError(`"signing.module": sign() of ${path} failed: ${says}`);
  } finally {
    process.exit = exit;
  }
}

/** A word of letters and digits, as in a key; file names, which begin like a path, do not match. */
const keyLikeWord = /(?<![^\s'"(=:,])(?![./~]|file:|node:)(?=\S*\d)(?=\S*[a-z])[^\s'",)]{8,}/gi;

/** The first line of a module's error, without words that may be keys. */
function wordsOf(error: unknown): string {
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return why.replace(keyLikeWord, '***');
}

/** Returns whether a text contains a value of a request of at least three characters. */
function repeats(text: string, value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one) => repeats(text, one));
  const written = String(value);
  return written.length >= 3 && text.includes(written);
}

/** For a service that checks no signature: a placeholder of the sampled shape (5.2), 64 zeros. */
const zeroSignature: Sign = () => '0'.repeat(64);

/** Makes `encryption_data`. */
export interface Signer {
  /** True if its signatures count: it has a key, or requests with them have been accepted. */
  readonly armed: boolean;
  sign(body: JsonObject, operation: OperationId): string;
}

/**
 * Makes the signer of a target. The document shows neither algorithm nor fields nor key of encryption_data (5.5), so
 * every recipe is a statement of the target. Throws `ConfigurationError` if the key or the module is missing.
 */
export async function createSigner({ signing }: Pick<Target, 'signing'>): Promise<Signer> {
  const sign = await recipeOf(signing);
  const armed = signing.recipe !== 'none' && signing.recipe !== 'fixed';
  const written: Sign = signing.uppercase ? (body, operation) => sign(body, operation).toUpperCase() : sign;
  return { armed, sign: written };
}

function recipeOf(signing: Signing): Sign | Promise<Sign> {
  switch (signing.recipe) {
    case 'none':
      return zeroSignature;
    case 'fixed':
      return fixed(required(signing.key, 'signing.value').reveal());
    case 'sha256-concat':
      return sha256Concat(signing.fields, required(signing.key, 'signing.key').reveal());
    case 'hmac-sha256':
      return hmacSha256(required(signing.key, 'signing.key').reveal());
    case 'module':
      return signingModule(required(signing.module, 'signing.module'));
  }
}

function required<Value extends string | ShownValue>(value: Value | undefined, key: string): Value {
  if (value === undefined) throw new ConfigurationError(`"${key}" is missing for this recipe.`);
  return value;
}

/** One value for every request, as some sandboxes require. */
function fixed(value: string): Sign {
  return () => value;
}

/** HMAC-SHA-256 over `name=value` of every field but encryption_data, in ascending order of name, joined by `&`. */
function hmacSha256(key: string): Sign {
  return (body) => {
    const pairs = Object.keys(body)
      .filter((name) => name !== 'encryption_data')
      .sort()
      .map((name) => `${name}=${signedText(body[name])}`);
    return createHmac('sha256', key).update(pairs.join('&')).digest('hex');
  };
}

/** SHA-256 of the named fields, joined in that order without a separator, then the key; absent fields are empty. */
function sha256Concat(fields: readonly string[], key: string): Sign {
  return (body) => {
    const joined = fields
      .map((name) => signedText(Object.hasOwn(body, name) ? body[name] : undefined))
      .join('');
    return createHash('sha256')
      .update(joined + key)
      .digest('hex');
  };
}

/** The value of a field as text to sign: nested values as JSON, absent and null as an empty text. */
function signedText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Makes the value of encryption_data for a body without it. */
type Sign = (body: JsonObject, operation: OperationId) => string;
