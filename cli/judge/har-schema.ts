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
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time?: number;
  readonly pageref?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarPair[];
    readonly bodySize?: number;
    readonly postData?: HarBody | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly HarPair[];
    readonly content: HarBody;
    readonly _failureText?: string | null;
    readonly _error?: string | null;
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
  required: ['startedDateTime', 'request', 'response'],
  properties: {
    startedDateTime: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d' },
    time: { type: 'number' },
    pageref: { type: 'string' },
    request: {
      type: 'object',
      required: ['method', 'url', 'headers'],
      properties: {
        method: { type: 'string', minLength: 1 },
        url: { type: 'string', minLength: 1 },
        headers: pairs,
        bodySize: { type: 'number' },
        postData: { type: ['object', 'null'], ...body },
      },
    },
    response: {
      type: 'object',
      required: ['status', 'headers', 'content'],
      properties: {
        status: { type: 'integer' },
        headers: pairs,
        content: { type: 'object', ...body },
        _failureText: { type: ['string', 'null'] },
        _error: { type: ['string', 'null'] },
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
      properties: { entries: { type: 'array', items: entry } },
    },
  },
};

let compiled: ValidateFunction | undefined;

function checkHar(): ValidateFunction {
  compiled ??= new (loadAjv().Ajv2020)({ allowUnionTypes: true, strictTypes: false }).compile(schema);
  return compiled;
}

/** Reads the text of a HAR file; throws one line naming file, key and rule, never a value. */
export function parseHar(file: string, bytes: Buffer): readonly HarEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    // The parser's own words quote the file, which may hold card data.
    const decoded = decodeJson(bytes);
    const at = decoded.ok || decoded.problem.at === undefined ? '' : `, ${decoded.problem.at}`;
    throw new ConfigurationError(
      `${file}${at}: a HAR file is JSON; ${bytes.length === 0 ? 'it is empty' : 'this is not'}.`,
    );
  }
  const validate = checkHar();
  if (!validate(value)) throw new ConfigurationError(`${file}: ${wordingOf(validate.errors?.[0])}.`);
  return (value as { log: { entries: HarEntry[] } }).log.entries;
}

function wordingOf(error: ErrorObject | undefined): string {
  if (error === undefined) return 'is no HAR file';
  const missing = (error.params as { missingProperty?: string }).missingProperty;
  const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`;
  const key = pointer
    .slice(1)
    .split('/')
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step), '');
  if (key === '') return 'a HAR file holds an object with "log"';
  if (missing !== undefined) return `"${key}" is missing`;
  if (error.keyword === 'pattern') return `"${key}" must be a date and time as in 2026-01-31T12:00:00.000Z`;
  return `"${key}" ${error.message ?? 'is not valid'}`;
}
