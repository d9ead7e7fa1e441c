import { existsSync, realpathSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { Sign } from './sign.ts';

/** Loads a module of the operator that exports `sign(body, operation)`, which returns the signature as text. */
export async function signingModule(path: string): Promise<Sign> {
  if (!existsSync(path)) throw new ConfigurationError(`"signing.module": there is no file ${path}.`);
  if (liesInReports(path) || liesInReports(realpathSync(path)))
    throw new ConfigurationError(
      `"signing.module": ${path} lies in a folder of reports. What comes with reports is no program: put it elsewhere.`,
    );
  const exported = await loaded(path);
  const { sign } = exported;
  if (typeof sign !== 'function')
    throw new ConfigurationError(`"signing.module": ${path} exports no function "sign".`);
  return (body, operation) => {
    // A copy, so that a signer that sorts or adds fields does not change what is sent.
    const signature = resultOf(() => sign(structuredClone(body), operation), path, body);
    if (typeof signature === 'string') return signature;
    const received = signature instanceof Promise ? 'a promise' : typeof signature;
    throw new ConfigurationError(
      `"signing.module": sign() of ${path} must return text, received ${received}.`,
    );
  };
}

function liesInReports(path: string): boolean {
  const folder = dirname(path);
  if (folder === path) return false;
  const isReports = ['.conformance', 'exchanges.ndjson'].some((name) => existsSync(join(folder, name)));
  return isReports || liesInReports(folder);
}

// A command that ends without a word would look like a clean one.
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
    // What is sent holds cards and persons.
    const says = repeats(why, body) ? 'its words repeat what was to be signed and are not shown' : why;
    throw new ConfigurationError(`"signing.module": sign() of ${path} failed: ${says}`);
  } finally {
    process.exit = exit;
  }
}

/** Letters and digits in one word, as in a key; names of files, which begin like a path, are none. */
const likeKey = /(?<![^\s'"(=:,])(?![./~]|file:|node:)(?=\S*\d)(?=\S*[a-z])[^\s'",)]{8,}/gi;

/** The first line of what a module says of a failure, without words that may be its keys. */
function wordsOf(error: unknown): string {
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return why.replace(likeKey, '***');
}

/** Tells whether a text holds a value of a request, of three characters or more. */
function repeats(text: string, value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((one) => repeats(text, one));
  const written = String(value);
  return written.length >= 3 && text.includes(written);
}
