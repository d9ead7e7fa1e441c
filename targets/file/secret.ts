import { resolve } from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import { readNamedFile } from './read-json-file.ts';

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The place of a secret: an environment variable, or a file relative to the target file. */
export type SecretPlace = { readonly env: string } | { readonly file: string };

/** The facts for an error about a key: the file as the user gave it, its folder, and the key. */
export interface SecretUse {
  readonly file: string;
  readonly folder: string;
  readonly key: string;
  readonly environment: Environment;
}

/** Reads a secret text of any length; throws `ConfigurationError` with the missing variable or file. */
export function readSecretText(place: SecretPlace, use: SecretUse): string {
  return textAt(place, use).text;
}

/** The rule for keys that hold a secret, as worded in errors. */
export const secretRule =
  'must be { "env": "NAME" } or { "file": "PATH" }: a target file must not contain secrets.';

/** Reads a secret of one line, such as a key or a password. */
export function readSecret(place: SecretPlace, use: SecretUse): string {
  const { text, wrong } = textAt(place, use);
  const line = text.replace(/\r?\n[\s\S]*$/, '');
  if (line.trim() === '') throw wrong('whose first line is empty');
  return line;
}

/** Describes a part of a secret that looks accidental, without showing it; undefined for an ordinary one. */
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
  /** Makes the error for this place; `how` is the reason. */
  readonly wrong: (how: string) => ConfigurationError;
}

/** Returns whether a name may be the secret itself, written instead of its place. */
function looksLikeSecret(place: SecretPlace): boolean {
  const name = 'env' in place ? place.env : place.file;
  // A path has a dot or a slash. A variable has no hyphen and no leading digit, unlike many keys.
  if ('file' in place && /[./\\]/.test(name)) return false;
  const isOdd = 'env' in place ? !/^[A-Za-z_][\w.()]*$/.test(name) : /[+=]/.test(name);
  return isOdd || (name.length >= 16 && /\d/.test(name) && !/[._]/.test(name));
}

/** Describes the place of a secret; hides a name that looks like a secret. */
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
  // Inherited members such as "constructor" are no variables.
  const variable = (name: string) =>
    Object.hasOwn(use.environment, name) ? use.environment[name] : undefined;
  const text = isVariable ? variable(place.env) : textOfFile(resolve(use.folder, place.file), wrong);
  if (text === undefined) throw wrong('which is not set');
  if (text.trim() === '') throw wrong('which is empty');
  return { text, wrong };
}

// Some editors and shells write a byte order mark, or UTF-16.
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

/** Fewest characters of a secret that can be masked everywhere: shorter ones would match amounts and words. */
export const shortestSecret = 6;

const schemes =
  /^(?:basic|bearer|digest|token|apikey|api-key|key|negotiate|oauth|dpop|hawk|mac|signature|hmac[\w-]*|aws4[\w-]*)$/i;

// RFC 7617: user and password in Base64. The password may be empty or one character if a key is the user.
function basicParts(word: string): readonly string[] {
  const text = Buffer.from(word, 'base64').toString('utf8');
  const cut = text.indexOf(':');
  if (cut < 0 || /[\p{Cc}\uFFFD]/u.test(text)) return [];
  return [text, text.slice(0, cut), text.slice(cut + 1)];
}

/** The credentials in a header value: its words without the scheme, values of `name=value`, and parts of Basic. */
export function credentialsIn(value: string): readonly string[] {
  const words = value.trim().split(/[\s,;"]+/);
  const [scheme = '', ...rest] = words;
  const own = words.length > 1 && schemes.test(scheme) ? rest : words;
  return own.flatMap((word) => {
    const named = /^[\w.-]+=(.*[^=].*)$/s.exec(word)?.[1];
    return [word, ...(named === undefined ? [] : [named]), ...basicParts(word)];
  });
}

/** Why a secret cannot be masked safely; undefined if it can. */
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
