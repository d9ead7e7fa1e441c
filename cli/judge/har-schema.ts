import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { charsetOf, isUtf8, latinBytes, textIn } from '../../schemas/media/charset.ts';
import { decodeJson } from '../../schemas/media/json.ts';
import { loadAjv } from '../../schemas/ready-made.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';

/** The bytes of a body as a file holds them, or why it does not hold them. */
type BodyBytes =
  | {
      readonly bytes: Uint8Array;
      /** The Content-Type by which the bytes are read, where it is not the one that came. */
      readonly type?: string;
      /** What the recorder did to the body. */
      readonly note?: string;
      /** Bytes that the file says there were and does not hold. */
      readonly missing: number;
    }
  | { readonly reason: string };

/** What a file says of a body besides the body. */
export interface AboutBody {
  /** Whether there was one, whatever the body says of itself. */
  readonly expected: boolean;
  /** The Content-Type that came with it. */
  readonly type?: string | undefined;
  /** The lengths in bytes that the file gives. */
  readonly lengths: readonly number[];
  /** Reads a file that is next to the HAR file. */
  readonly beside: (name: string) => Uint8Array | undefined;
}

/** Reads a body of a HAR file: the bytes of a side file or of Base64, or those of its text, which is characters already. */
export function bodyIn(body: HarBody, about: AboutBody): BodyBytes {
  const { text, encoding = '', params = [], _file: name } = body;
  if (name !== undefined) {
    const bytes = about.beside(name);
    const shown = name.split(/[\\/]/).at(-1);
    return bytes === undefined
      ? { reason: `its body is in ${shown}, which cannot be read` }
      : { bytes, missing: missingOf(bytes, about.lengths) };
  }
  if (text !== undefined && !(text === '' && params.length > 0)) {
    if (encoding === '') return textBytes(text, about);
    if (encoding.toLowerCase() === 'base64') return fromBase64(text, about.lengths);
    return { reason: `its body has the encoding "${encoding.slice(0, 20)}", which is not known` };
  }
  if (params.length > 0) {
    const fields = new URLSearchParams(params.map((field) => [field.name, field.value ?? '']));
    return { bytes: Buffer.from(fields.toString()), missing: 0 };
  }
  return about.expected
    ? { reason: 'its body was left out of the file' }
    : { bytes: new Uint8Array(), missing: 0 };
}

// What is no Base64 would be read as other bytes than the service sent.
function fromBase64(text: string, lengths: readonly number[]): BodyBytes {
  const digits = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(digits) || digits.replaceAll('=', '').length % 4 === 1)
    return { reason: 'its body is declared as Base64 but is not' };
  const bytes = Buffer.from(digits, 'base64');
  return { bytes, missing: missingOf(bytes, lengths) };
}

const isLatin = (label: string | undefined) =>
  /^(?:iso-8859-1|latin-?1|windows-1252|cp-?1252)$/.test(label ?? '');

/** The bytes of a text: those that came where its length shows that they were read in another charset, else UTF-8 that says so. */
function textBytes(text: string, { type, lengths }: AboutBody): BodyBytes {
  const utf8 = Buffer.from(text);
  const sent = charsetOf(type);
  const isAscii = utf8.length === text.length;
  if (!isAscii && !isLatin(sent) && lengths.includes(text.length) && !lengths.includes(utf8.length)) {
    const came = latinBytes(text);
    // One byte for each character: UTF-8 that was taken for Latin-1, or characters that were counted.
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

// What writes a body anew names its charset, which then goes before the XML declaration (RFC 7303).
function withUtf8(type: string | undefined, declared: string | undefined): string {
  const bare = (type ?? '').replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/gi, '').trim();
  const known = bare === '' ? (declared === undefined ? 'text/plain' : 'application/xml') : bare;
  return `${known}; charset=utf-8`;
}

/** Bytes that a body lacks; line ends and a byte order mark that a recorder wrote in another way are none. */
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

/** Says that a file holds a part of a body only. */
export function cutWords(bytes: Uint8Array, missing: number): string {
  return `its body is cut: the file holds ${bytes.length} of ${bytes.length + missing} bytes`;
}

/** A header, or a field of a posted form. */
export interface HarPair {
  readonly name: string;
  readonly value?: string;
}

/** A body in a HAR file: text, Base64 text, form fields, or the name of a file next to it (Playwright). */
export interface HarBody {
  readonly mimeType?: string;
  readonly text?: string;
  readonly encoding?: string;
  readonly size?: number;
  readonly params?: readonly HarPair[];
  readonly _file?: string;
}

/** One request and its answer in a HAR file. */
export interface HarEntry {
  /** Without it the order of the file counts. */
  readonly startedDateTime?: string;
  /** Milliseconds. */
  readonly time?: number;
  readonly pageref?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers?: readonly HarPair[];
    readonly bodySize?: number;
    readonly postData?: HarBody;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: readonly HarPair[];
    readonly content?: HarBody;
    readonly _failureText?: string;
    readonly _error?: string;
  };
}

// Everything else in a HAR file (comments, cookies, timings, a browser's own members) may be there and is not looked at.
const pairs = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, value: { type: 'string' } },
  },
};
const body = {
  properties: {
    mimeType: { type: 'string' },
    text: { type: 'string' },
    encoding: { type: 'string' },
    size: { type: 'number' },
    params: pairs,
    _file: { type: 'string' },
  },
};
const entry = {
  type: 'object',
  required: ['request', 'response'],
  properties: {
    startedDateTime: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d' },
    time: { type: 'number' },
    pageref: { type: 'string' },
    request: {
      type: 'object',
      required: ['method', 'url'],
      properties: {
        method: { type: 'string', minLength: 1 },
        url: { type: 'string', minLength: 1 },
        headers: pairs,
        bodySize: { type: 'number' },
        postData: { type: 'object', ...body },
      },
    },
    response: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer' },
        headers: pairs,
        content: { type: 'object', ...body },
        _failureText: { type: 'string' },
        _error: { type: 'string' },
      },
    },
  },
};
const schema = {
  type: 'object',
  required: ['log'],
  properties: {
    log: {
      type: 'object',
      required: ['entries'],
      properties: { entries: { type: 'array' } },
    },
  },
};

let compiled: { readonly file: ValidateFunction; readonly entry: ValidateFunction } | undefined;

function checks(): NonNullable<typeof compiled> {
  const ajv = () => new (loadAjv().Ajv2020)({ strictTypes: false });
  compiled ??= { file: ajv().compile(schema), entry: ajv().compile(entry) };
  return compiled;
}

/** What is in a HAR file at one place: an entry, or why it is none that can be read. */
export interface HarPlace {
  /** From 0. */
  readonly index: number;
  readonly entry?: HarEntry;
  /** Names the key and its rule. */
  readonly problem?: string;
}

function whyNotJson(bytes: Buffer): string {
  if (bytes.length === 0) return 'it is empty';
  // As some shells write what is redirected.
  const isWide = bytes.includes(0) && /^(?:fffe|feff)/.test(bytes.subarray(0, 2).toString('hex'));
  return isWide ? 'this is text of two bytes per character (UTF-16), write it as UTF-8' : 'this is not';
}

/** Reads the text of a HAR file; throws one line naming file, key and rule, never a value, where nothing of it can be read. */
export function parseHar(file: string, bytes: Buffer): readonly HarPlace[] {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    // The parser's own words quote the file, which may hold card data.
    const decoded = decodeJson(bytes);
    const at = decoded.ok || decoded.problem.at === undefined ? '' : `, ${decoded.problem.at}`;
    throw new ConfigurationError(`${file}${at}: a HAR file is JSON; ${whyNotJson(bytes)}.`);
  }
  const { file: validate, entry: validateEntry } = checks();
  if (!validate(value)) throw new ConfigurationError(`${file}: ${wordingOf(validate.errors?.[0])}.`);
  const { entries } = (value as { log: { entries: unknown[] } }).log;
  const places = entries.map((found, index): HarPlace => {
    const given = withoutNulls(found, deepest);
    if (validateEntry(given)) return { index, entry: given as HarEntry };
    return { index, problem: wordingOf(validateEntry.errors?.[0], `/log/entries/${index}`) };
  });
  const [first] = places;
  // One odd entry among others is left out; where all are odd, so is the file.
  if (first?.problem !== undefined && places.every(({ problem }) => problem !== undefined))
    throw new ConfigurationError(`${file}: ${first.problem}.`);
  return places;
}

/** How deep the members stand that are looked at: fields of a posted form, in a list of a body of a request of an entry. */
const deepest = 4;

/** An entry in which a member that is null is absent, as some recorders write it. */
function withoutNulls(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return levels === 0 ? value : value.map((item) => withoutNulls(item, levels - 1));
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    levels === 0 ? members : members.map(([name, member]) => [name, withoutNulls(member, levels - 1)]),
  );
}

function wordingOf(error: ErrorObject | undefined, place = ''): string {
  if (error === undefined) return 'is not a HAR file';
  const missing = (error.params as { missingProperty?: string }).missingProperty;
  const found = `${place}${error.instancePath}`;
  const pointer = missing === undefined ? found : `${found}/${missing}`;
  const key = pointer
    .slice(1)
    .split('/')
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step), '');
  if (key === '') return 'a HAR file holds an object with "log"';
  if (missing !== undefined) return `"${key}" is missing`;
  if (error.keyword === 'pattern') return `"${key}" must be a date and time as in 2026-01-31T12:00:00.000Z`;
  return `"${key}" ${error.message ?? 'is not valid'}`;
}
