import { type Defined, defined } from '../../schemas/defined.ts';
import { isObject, valueAt } from '../../schemas/json.ts';
import { charsetOf, isUtf8, latinBytes, textIn } from '../../schemas/media/charset.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';

/** The bytes of a body in a file, or the reason why it has none. */
type BodyBytes =
  | {
      readonly bytes: Uint8Array;
      /** The Content-Type for reading the bytes, if it differs from the received one. */
      readonly type?: string;
      /** What the recorder changed in the body. */
      readonly note?: string;
      /** Number of bytes that the file announces but lacks. */
      readonly missing: number;
    }
  | { readonly reason: string };

/** What a file says about a body. */
export interface AboutBody {
  /** Whether the file says that there was a body. */
  readonly expected: boolean;
  /** The Content-Type of the body. */
  readonly type?: string | undefined;
  /** The lengths in bytes in the file. */
  readonly lengths: readonly number[];
  /** Reads a file next to the HAR file. */
  readonly beside: (name: string) => Uint8Array | undefined;
}

/** Returns a body of a HAR file from its side file, Base64, text (as UTF-8) or form fields. */
export function bodyIn(body: HarBody, about: AboutBody): BodyBytes {
  const { text, encoding = '', params = [], _file: name } = body;
  if (name !== undefined) {
    const bytes = about.beside(name);
    return bytes === undefined
      ? { reason: 'its body is in another file ("_file"), which cannot be read' }
      : { bytes, missing: missingOf(bytes, about.lengths) };
  }
  if (text !== undefined && !(text === '' && params.length > 0)) {
    if (encoding === '') return textBytes(text, about);
    if (encoding.toLowerCase() === 'base64') return fromBase64(text, about.lengths);
    return { reason: 'its body has an "encoding" other than base64, which is not known' };
  }
  if (params.length > 0) {
    const fields = new URLSearchParams(params.map((field) => [field.name, field.value ?? '']));
    return { bytes: Buffer.from(fields.toString()), missing: 0 };
  }
  return about.expected
    ? { reason: 'its body was left out of the file' }
    : { bytes: new Uint8Array(), missing: 0 };
}

// Invalid Base64 would be decoded to bytes that the service did not send.
function fromBase64(text: string, lengths: readonly number[]): BodyBytes {
  const digits = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(digits) || digits.replaceAll('=', '').length % 4 === 1)
    return { reason: 'its body is declared as Base64 but is not' };
  const bytes = Buffer.from(digits, 'base64');
  return { bytes, missing: missingOf(bytes, lengths) };
}

const isLatin = (label: string | undefined) =>
  /^(?:iso-8859-1|latin-?1|windows-1252|cp-?1252)$/.test(label ?? '');

/** Returns the bytes of a text: the original ones if its length shows a wrong charset, else UTF-8 and its type. */
function textBytes(text: string, { type, lengths }: AboutBody): BodyBytes {
  const utf8 = Buffer.from(text);
  const sent = charsetOf(type);
  const isAscii = utf8.length === text.length;
  if (!isAscii && !isLatin(sent) && lengths.includes(text.length) && !lengths.includes(utf8.length)) {
    const came = latinBytes(text);
    // One byte per character: either UTF-8 read as Latin-1, or the length counts characters.
    if (came !== undefined && textIn(came, 'utf-8', true) !== undefined)
      return {
        bytes: came,
        note: 'its text was read in another charset than UTF-8; its length shows it',
        missing: 0,
      };
  }
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(text)?.[1];
  const label = sent ?? declared?.toLowerCase() ?? 'utf-8';
  const isWide = /^(?:utf-?(?:16|32)|ucs|iso-10646)/.test(label);
  const reads = isUtf8(label) || (isAscii && !isWide) ? {} : { type: withUtf8(type, declared) };
  return { bytes: utf8, ...reads, missing: isWide ? 0 : missingOf(utf8, lengths, text) };
}

// The new charset of re-encoded text takes precedence over the XML declaration (RFC 7303).
function withUtf8(type: string | undefined, declared: string | undefined): string {
  const bare = (type ?? '').replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/gi, '').trim();
  const known = bare === '' ? (declared === undefined ? 'text/plain' : 'application/xml') : bare;
  return `${known}; charset=utf-8`;
}

/** Returns how many bytes a body lacks, except for line ends and a byte order mark that a recorder changed. */
export function missingOf(bytes: Uint8Array, lengths: readonly number[], text?: string): number {
  const missing = Math.max(0, ...lengths) - bytes.length;
  if (missing <= 0) return 0;
  if (text === undefined) return missing;
  const lineEnds = text.match(/(?<!\r)\n/g)?.length ?? 0;
  const free = [
    3,
    lineEnds,
    lineEnds + 3,
    text.length * 2 - bytes.length,
    text.length * 2 + 2 - bytes.length,
  ];
  return free.includes(missing) ? 0 : missing;
}

export function cutWords(bytes: Uint8Array, missing: number): string {
  return `its body is cut: the file holds ${bytes.length} of ${bytes.length + missing} bytes`;
}

/** A part of a HAR file that cannot be read; the message has its key and rule, never its value. */
class OddPart extends Error {
  constructor(path: string, value: JsonValue | undefined, rule: string) {
    if (path === '') super('a HAR file holds an object with "log"');
    else super(value === undefined ? `"${path}" is missing` : `"${path}" must ${rule}`);
  }
}

/** Reads a part of a HAR file or throws `OddPart`. */
type Reader<Part> = (value: JsonValue | undefined, path: string) => Part;

function readsAs<Part extends JsonValue>(rule: string, isPart: (value: JsonValue) => boolean): Reader<Part> {
  return (value, path) => {
    if (value === undefined || !isPart(value)) throw new OddPart(path, value, rule);
    return value as Part;
  };
}

function list<Item>(read: Reader<Item>): Reader<readonly Item[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new OddPart(path, value, 'be array');
    return value.map((item, index) => read(item, `${path}[${index}]`));
  };
}

// Other members of a HAR file (comments, cookies, timings, those of browsers) are ignored.
function object<Members extends object>(
  readers: { readonly [Name in keyof Members]: Reader<Members[Name]> },
) {
  return (value: JsonValue | undefined, path: string): Readonly<Defined<Members>> => {
    if (!isObject(value)) throw new OddPart(path, value, 'be object');
    const read = Object.entries<Reader<unknown>>(readers).map(([name, reader]) => [
      name,
      // Some recorders write null for an absent member.
      reader(valueAt(value, [name]) ?? undefined, path === '' ? name : `${path}.${name}`),
    ]);
    return defined(Object.fromEntries(read) as Members);
  };
}

function optional<Part>(read: Reader<Part>): Reader<Part | undefined> {
  return (value, path) => (value === undefined ? undefined : read(value, path));
}

const text = readsAs<string>('be string', (value) => typeof value === 'string');
const nonEmptyText: Reader<string> = (value, path) => {
  const found = text(value, path);
  if (found === '') throw new OddPart(path, found, 'not be empty');
  return found;
};
const number = readsAs<number>('be number', (value) => typeof value === 'number');
const integer = readsAs<number>('be integer', Number.isInteger);
const moment = readsAs<string>(
  'be a date and time as in 2026-01-31T12:00:00.000Z',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value),
);
const anything = readsAs<JsonValue>('be there', () => true);

const pair = object({ name: text, value: optional(text) });
const pairs = optional(list(pair));
const body = object({
  mimeType: optional(text),
  text: optional(text),
  encoding: optional(text),
  size: optional(number),
  params: pairs,
  _file: optional(text),
});
const entry = object({
  // If absent, the order in the file counts.
  startedDateTime: optional(moment),
  // Milliseconds.
  time: optional(number),
  pageref: optional(text),
  request: object({
    method: nonEmptyText,
    url: nonEmptyText,
    headers: pairs,
    bodySize: optional(number),
    postData: optional(body),
  }),
  response: object({
    status: integer,
    headers: pairs,
    content: optional(body),
    _failureText: optional(text),
    _error: optional(text),
  }),
});
const wholeFile = object({ log: object({ entries: list(anything) }) });

/** A header or a field of a posted form. */
export type HarPair = ReturnType<typeof pair>;

/** A body in a HAR file: text, Base64, form fields, or the name of a file next to it (Playwright). */
type HarBody = ReturnType<typeof body>;

/** One request and its answer in a HAR file. */
export type HarEntry = ReturnType<typeof entry>;

/** An entry of a HAR file, or the reason why it cannot be read. */
export interface HarPlace {
  /** From 0. */
  readonly index: number;
  readonly entry?: HarEntry;
  /** The key and its rule. */
  readonly problem?: string;
}

function whyNotJson(bytes: Buffer): string {
  if (bytes.length === 0) return 'it is empty';
  // Some shells redirect output as UTF-16.
  const isWide = bytes.includes(0) && /^(?:fffe|feff)/.test(bytes.subarray(0, 2).toString('hex'));
  return isWide ? 'this is text of two bytes per character (UTF-16), write it as UTF-8' : 'this is not';
}

/** Parses a HAR file; throws with file, key and rule, never a value, if nothing can be read. */
export function parseHar(file: string, bytes: Buffer): readonly HarPlace[] {
  let value: JsonValue;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    // The message of the parser quotes the file, which may contain card data.
    const decoded = decodeJson(bytes);
    const at = decoded.ok || decoded.problem.at === undefined ? '' : `, ${decoded.problem.at}`;
    throw new ConfigurationError(`${file}${at}: a HAR file is JSON; ${whyNotJson(bytes)}.`);
  }
  const read = attempt(() => wholeFile(value, ''));
  if ('problem' in read) throw new ConfigurationError(`${file}: ${read.problem}.`);
  const places = read.part.log.entries.map((found, index): HarPlace => {
    const one = attempt(() => entry(found, `log.entries[${index}]`));
    return 'problem' in one ? { index, ...one } : { index, entry: one.part };
  });
  const [first] = places;
  // A malformed entry is left out; if all are malformed, the file is refused.
  if (first?.problem !== undefined && places.every(({ problem }) => problem !== undefined))
    throw new ConfigurationError(`${file}: ${first.problem}.`);
  return places;
}

function attempt<Part>(read: () => Part): { readonly part: Part } | { readonly problem: string } {
  try {
    return { part: read() };
  } catch (error) {
    if (error instanceof OddPart) return { problem: error.message };
    throw error;
  }
}
