import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { decodeJson } from '../../schemas/media/json.ts';
import { loadAjv } from '../../schemas/ready-made.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';

/** A header, or a field of a posted form. */
export interface HarPair {
  readonly name: string;
  readonly value?: string;
}

/** A body in a HAR file: text, Base64 text, form fields, or the name of a file beside it (Playwright). */
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

/** What stands in a HAR file at one place: an entry, or why it is none that can be read. */
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
