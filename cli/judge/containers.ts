import { constants } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { type Entries, PackageError, readZip } from '../../reports/package/zip.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { AboutBody } from './har-schema.ts';

/** A file without what it was packed in. */
export interface Unpacked {
  readonly bytes: Buffer;
  readonly isHar: boolean;
  /** Reads the side files of a HAR file that stands in a zip file. */
  readonly beside?: AboutBody['beside'];
}

/** Most bytes that can be read as one text. */
const mostBytes = constants.MAX_STRING_LENGTH;

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;

/** Refuses a file that is larger than one text can be. */
export function demandReadable(file: string, bytes: number): void {
  if (bytes > mostBytes)
    throw new ConfigurationError(
      `${file} has ${inMegabytes(bytes)}, and at most ${inMegabytes(mostBytes)} can be read as one text; record fewer calls in one file.`,
    );
}

/** Takes a file out of gzip or zip, and finds out whether it is a HAR file; one line of error for what holds none. */
export function unpackFile(file: string, bytes: Buffer): Unpacked {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const inner = gunzipped(file, bytes);
    return { bytes: inner, isHar: /\.har(?:\.gz)?$/i.test(file) || startsAsHar(inner) };
  }
  if (bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004') return harInZip(file, bytes);
  return { bytes, isHar: /\.har$/i.test(file) || startsAsHar(bytes) };
}

function startsAsHar(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{/.test(bytes.toString('latin1', 0, 1000));
}

function gunzipped(file: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ConfigurationError(
      isLarge
        ? `${file} unpacks to more than ${inMegabytes(mostBytes)}, which cannot be read as one text; record fewer calls in one file.`
        : `${file} is damaged: it cannot be unpacked as gzip.`,
    );
  }
}

function harInZip(file: string, bytes: Buffer): Unpacked {
  let entries: Entries;
  try {
    entries = readZip(bytes, mostBytes);
  } catch (error) {
    if (error instanceof PackageError)
      throw new ConfigurationError(`${file} cannot be unpacked: ${error.message}.`);
    throw error;
  }
  const [name, ...others] = [...entries.keys()].filter((one) => /\.har$/i.test(one));
  if (name === undefined || others.length > 0)
    throw new ConfigurationError(
      `${file} is a zip file with ${name === undefined ? 'no HAR file' : `${others.length + 1} HAR files`} in it; unpack it and name one file.`,
    );
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return {
    bytes: Buffer.from(entries.get(name) ?? []),
    isHar: true,
    beside: (other) => entries.get(folder + (other.split(/[\\/]/).at(-1) ?? '')),
  };
}

// By the first characters of a file, each one byte.
const others: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^[\s\S]{0,3900}<items\b[^>]*\bburpVersion\s*=/, 'an export of Burp'],
  [
    /^\s*\{[\s\S]{0,3900}(?:"_postman_(?:id|exported_\w+|variable_scope)"|schema\.getpostman\.com)/,
    'a file of Postman',
  ],
  [/^\s*\{[\s\S]{0,3900}"__export_format"/, 'an export of Insomnia'],
  [/^[\s\S]{0,3900}<charles-session\b|^\s*\[\s*\{\s*"status"\s*:\s*"COMPLETE"/, 'a session of Charles'],
  [/^\d{1,9}:\d{1,4}:[a-z_]+;/, 'a file of mitmproxy'],
  [/^\s*\{\s*"(?:openapi|swagger)"\s*:/, 'an OpenAPI document'],
  [/^\s*\{\s*"statement"\s*:/, 'the statement of a run, whose folder can be judged'],
  [/^WARC\/\d/, 'a web archive'],
  [/^(?:From: <Saved by|MIME-Version: )/, 'a page with its parts (MHTML)'],
  [/^(?:\* |> [A-Z]+ |< HTTP\/)/, 'what curl -v prints; curl -i saves an answer'],
  [/^\s*[A-Z]+ \S+ HTTP\/\d/, 'a message that begins with a request; save the answer alone'],
  [/^(?:###|(?:#|\/\/) @|@\w+\s*=|(?:GET|POST|PUT) https?:\/\/)/, 'a file of requests'],
  [/^(?:\xd4\xc3\xb2\xa1|\xa1\xb2\xc3\xd4|\n\r\r\n)/, 'a capture of packets'],
  [/^(?:7z\xbc\xaf|\x28\xb5\x2f\xfd|BZh\d|\xfd7zXZ|Rar!)/, 'packed; unpack it'],
];

/** Refuses a file that is known to be no answer, so that it is never judged as the service's. */
export function demandAnswer(file: string, bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 4000).replace(/^\xef\xbb\xbf/, '');
  const what = others.find(([pattern]) => pattern.test(start))?.[1];
  if (what !== undefined)
    throw new ConfigurationError(
      `${file} is ${what}. Judge reads HAR files (also in gzip or zip), the evidence of a run, and single answers.`,
    );
}
