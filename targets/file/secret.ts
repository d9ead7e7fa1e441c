import { resolve } from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import { readNamedFile } from './read-json-file.ts';

/** Variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a secret is: an environment variable, or a file relative to the target file. */
export type SecretPlace = { readonly env: string } | { readonly file: string };

/** What names a key of a target file in an error: the file as the user gave it, its folder, and the key. */
export interface SecretUse {
  readonly file: string;
  readonly folder: string;
  readonly key: string;
  readonly environment: Environment;
}

/** Reads a whole secret text from its place; a `ConfigurationError` names the variable or file that is missing. */
export function readSecretText(place: SecretPlace, use: SecretUse): string {
  return textAt(place, use).text;
}

/** The rule for keys that hold a secret, as a complaint words it. */
export const secretRule =
  'must be { "env": "NAME" } or { "file": "PATH" }: a target file must not contain secrets.';

/** Reads a secret of one line, such as a key or a password. */
export function readSecret(place: SecretPlace, use: SecretUse): string {
  const { text, wrong } = textAt(place, use);
  const line = text.replace(/\r?\n[\s\S]*$/, '');
  if (line.trim() === '') throw wrong('whose first line is empty');
  return line;
}

/** What of a secret looks as if it came with it by accident, in words that show nothing of it; undefined for one like any other. */
export function oddityOf(secret: string): string | undefined {
  if (/^(["'`]).*\1$/s.test(secret)) return 'is in quotes, which count as part of it';
  if (/[\u200b-\u200d\u2060\ufeff]/.test(secret))
    return 'holds a sign that is not seen, such as a byte order mark, which counts as a part of it';
  if (/^(?:\$\w+|\$\{[^}]*\}|\{\{.*\}\}|<[^>]*>|%\w+%)$/.test(secret))
    return 'is a placeholder that was not filled in';
  if (/^-----BEGIN /.test(secret)) return 'is the first line of a PEM file, of which no more is read';
  if (/^\{\s*"/.test(secret)) return 'begins like an object of JSON, which counts as a part of it';
  if (/^(?:export )?[A-Z][A-Z0-9_]*=[^=]/.test(secret))
    return 'begins with a name and an equals sign, which count as a part of it';
  if (secret !== secret.trim()) return 'begins or ends with a blank, which counts as a part of it';
  return undefined;
}

interface TextAt {
  readonly text: string;
  /** An error about this place, which is `how`. */
  readonly wrong: (how: string) => ConfigurationError;
}

/** Tells a name that may be the secret itself, written where only its place belongs. */
function looksLikeSecret(place: SecretPlace): boolean {
  const name = 'env' in place ? place.env : place.file;
  // A path has a dot or a slash; a variable has neither a hyphen nor a digit in front, as many a key has.
  if ('file' in place && /[./\\]/.test(name)) return false;
  const isOdd = 'env' in place ? !/^[A-Za-z_][\w.()]*$/.test(name) : /[+=]/.test(name);
  return isOdd || (name.length >= 16 && /\d/.test(name) && !/[._]/.test(name));
}

/** The place of a secret in words: the variable or file, unless its name looks like a secret itself. */
export function placeWords(place: SecretPlace, { folder }: SecretUse): string {
  const what = 'env' in place ? 'the environment variable' : 'the file';
  if (looksLikeSecret(place))
    return `${what} of a name that is not shown, since it looks like a secret itself`;
  return `${what} ${'env' in place ? place.env : resolve(folder, place.file)}`;
}

function textAt(place: SecretPlace, use: SecretUse): TextAt {
  const isVariable = 'env' in place;
  const where = placeWords(place, use);
  const wrong = (how: string) => new ConfigurationError(`${use.file}: "${use.key}" needs ${where}, ${how}.`);
  // What every object has, as "constructor", is no variable.
  const variable = (name: string) =>
    Object.hasOwn(use.environment, name) ? use.environment[name] : undefined;
  const text = isVariable ? variable(place.env) : textOfFile(resolve(use.folder, place.file), wrong);
  if (text === undefined) throw wrong('which is not set');
  if (text.trim() === '') throw wrong('which is empty');
  return { text, wrong };
}

// Editors and shells of some systems write a mark before the text, or two bytes for each character.
function textOfFile(path: string, wrong: TextAt['wrong']): string {
  let bytes: Buffer;
  try {
    bytes = readNamedFile(path);
  } catch (error) {
    throw wrong(`which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  if (bytes.includes(0)) throw wrong('which holds no text of one byte per character: save it as UTF-8');
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Fewest characters of a secret that can be masked wherever it is: shorter ones would be found in amounts and words. */
export const shortestSecret = 6;

const schemes =
  /^(?:basic|bearer|digest|token|apikey|api-key|key|negotiate|oauth|dpop|hawk|mac|signature|hmac[\w-]*|aws4[\w-]*)$/i;

// RFC 7617: a user and a password in Base64; the password may be empty, or one sign where a key stands for the user.
function basicParts(word: string): readonly string[] {
  const text = Buffer.from(word, 'base64').toString('utf8');
  const cut = text.indexOf(':');
  if (cut < 0 || /[\p{Cc}\uFFFD]/u.test(text)) return [];
  return [text, text.slice(0, cut), text.slice(cut + 1)];
}

/** The credentials inside the value of a header: its words without the scheme, the values of `name=value`, and what Basic packs. */
export function credentialsIn(value: string): readonly string[] {
  const words = value.trim().split(/[\s,;"]+/);
  const [scheme = '', ...rest] = words;
  const own = words.length > 1 && schemes.test(scheme) ? rest : words;
  return own.flatMap((word) => {
    const named = /^[\w.-]+=(.*[^=].*)$/s.exec(word)?.[1];
    return [word, ...(named === undefined ? [] : [named]), ...basicParts(word)];
  });
}

/** Why a secret cannot be masked safely; undefined when it can. */
export function whyTooShort(value: string): string | undefined {
  const [scheme = ''] = value.trim().split(/\s+/);
  const bare = schemes.test(scheme) ? value.trim().slice(scheme.length).trim() : value.trim();
  const password = /^basic$/i.test(scheme) ? basicParts(bare)[2] : undefined;
  const tooShort =
    bare.length < shortestSecret ||
    (password !== undefined && password.length > 1 && password.length < shortestSecret);
  return tooShort
    ? `is shorter than ${shortestSecret} characters, so it would be found in amounts and ordinary words and cannot be masked safely in the reports`
    : undefined;
}
