import { constants } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Entries, PackageError, readZip } from '../../reports/package/zip.ts';
import { defined } from '../../schemas/defined.ts';
import { decode } from '../../schemas/media/decode.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type AboutBody, bodyIn, cutWords, type HarEntry, type HarPair, parseHar } from './har-schema.ts';
import {
  documentedPath,
  type FileNote,
  headersByName,
  type JudgedCase,
  judgeWatched,
  type Reading,
  shownMethod,
  shownPath,
  type Unjudged,
  type WatchedService,
  whyNoCall,
  whyNoPath,
} from './watched.ts';

/** A decompressed file. */
interface Unpacked {
  readonly bytes: Buffer;
  readonly isHar: boolean;
  /** Reads the side files of a HAR file in a zip file. */
  readonly beside?: AboutBody['beside'];
}

/** Maximum of bytes in one string. */
const mostBytes = constants.MAX_STRING_LENGTH;

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;

/** Throws for a file larger than one string can be. */
export function demandReadable(file: string, bytes: number): void {
  if (bytes > mostBytes)
    throw new ConfigurationError(
      `${file} has ${inMegabytes(bytes)}, and at most ${inMegabytes(mostBytes)} can be read as one text; record fewer calls in one file.`,
    );
}

/** Decompresses gzip or zip and detects a HAR file; throws if a zip file does not hold exactly one. */
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

// Matched at the start of a file, with one character per byte.
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
  [
    /^\xff\xfeH\0T\0T\0P\0\/\0/,
    'text of two bytes per character (UTF-16), as a shell writes it; save it as UTF-8',
  ],
  [/^\s*[A-Z]+ \S+ HTTP\/\d/, 'a message that begins with a request; save the answer alone'],
  [/^(?:###|(?:#|\/\/) @|@\w+\s*=|(?:GET|POST|PUT) https?:\/\/)/, 'a file of requests'],
  [/^(?:\xd4\xc3\xb2\xa1|\xa1\xb2\xc3\xd4|\n\r\r\n)/, 'a capture of packets'],
  [/^(?:7z\xbc\xaf|\x28\xb5\x2f\xfd|BZh\d|\xfd7zXZ|Rar!)/, 'packed; unpack it'],
];

/** Throws for a known format that is not an answer, so it is never judged as the service's. */
export function demandAnswer(file: string, bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 4000).replace(/^\xef\xbb\xbf/, '');
  const what = others.find(([pattern]) => pattern.test(start))?.[1];
  if (what !== undefined)
    throw new ConfigurationError(
      `${file} is ${what}. Judge reads HAR files (also in gzip or zip), the evidence of a run, and single answers.`,
    );
}

type ReadNeighbour = AboutBody['beside'];

// Only files next to the HAR file are read, since their names come from its untrusted text.
function neighbourReader(file: string): ReadNeighbour {
  return (name) => {
    try {
      return readFileSync(join(dirname(file), basename(name)));
    } catch {
      return undefined;
    }
  };
}

/** Judges the calls of documented operations in a HAR file; other entries are listed with the reason. */
export function judgeHar(
  file: string,
  bytes: Buffer,
  point: WatchedService,
  beside: ReadNeighbour = neighbourReader(file),
): Reading {
  const places = parseHar(file, bytes);
  const entries = places.flatMap(({ entry, index }) => (entry === undefined ? [] : [{ entry, index }]));
  const timeOf = ({ entry }: (typeof entries)[number]) => Date.parse(entry.startedDateTime ?? '');
  // Entries are grouped by page, but rules across a run need the order in time.
  const inTime = entries.some((one) => Number.isNaN(timeOf(one)))
    ? entries
    : entries.sort((one, other) => timeOf(one) - timeOf(other) || one.index - other.index);
  const cases: JudgedCase[] = [];
  const notes: FileNote[] = [];
  const unjudged: Unjudged[] = places.flatMap(({ problem, index }) =>
    problem === undefined ? [] : [{ from: `entry ${index + 1}`, what: 'cannot be read', reason: problem }],
  );
  for (const { entry, index } of inTime) {
    // Browsers number pages this way; other names may contain anything.
    const isCounted = /^page_[0-9]{1,6}$/.test(entry.pageref ?? '');
    const from = `entry ${index + 1}${isCounted ? ` of ${entry.pageref}` : ''}`;
    const found = judgeEntry(entry, from, index, point, (what) => notes.push({ from, what }), beside);
    if ('reason' in found) unjudged.push({ from, what: callOf(entry), reason: found.reason });
    else cases.push({ ...found, from });
  }
  return { cases, unjudged, notes };
}

function judgeEntry(
  entry: HarEntry,
  from: string,
  index: number,
  point: WatchedService,
  note: (what: string) => void,
  beside: ReadNeighbour,
) {
  const { url, postData = {}, bodySize = 0, ...request } = entry.request;
  const method = request.method.toUpperCase();
  const path = documentedPath(url, point.base);
  // Entries of other services need no body.
  if (path === undefined) return { reason: whyNoPath(url, point.base) };
  if (method !== 'POST') return { reason: whyNoCall(method) };
  const headers = withType(headersOf(request.headers), postData.mimeType);
  const sent = bodyIn(postData, {
    expected: bodySize > 0,
    type: headers['content-type'],
    lengths: lengthsOf(bodySize, headers),
    beside,
  });
  if ('reason' in sent) return { reason: `request: ${sent.reason}` };
  // A form that is cut can still be parsed, with another meaning.
  if (sent.missing > 0) return { reason: `request: ${cutWords(sent.bytes, sent.missing)}` };
  const answered = answerOf(entry, path, beside);
  if ('reason' in answered) return { reason: `answer: ${answered.reason}` };
  if (sent.note !== undefined) note(`request: ${sent.note}`);
  if (answered.note !== undefined) note(`answer: ${answered.note}`);
  return judgeWatched(
    {
      method,
      url,
      // The charset of a form applies to its escapes.
      headers: /urlencoded/i.test(headers['content-type'] ?? '') ? headers : readBy(headers, sent.type),
      body: sent.bytes,
      received: answered.received,
      origin: { test: `conformance judge › ${from}`, ordinal: index, seed: 0 },
    },
    point,
  );
}

/** Returns the body lengths in a file; Content-Length is ignored for a compressed body. */
function lengthsOf(size: number, headers: Readonly<Record<string, string>>): readonly number[] {
  const header = Number(headers['content-encoding'] === undefined ? headers['content-length'] : Number.NaN);
  return [size, header].filter((length) => length > 0);
}

type Answered =
  | { readonly received: Answer | NoAnswer; readonly note?: string }
  | { readonly reason: string };

function answerOf({ response, time = 0 }: HarEntry, path: string, beside: ReadNeighbour): Answered {
  const { status, content = {} } = response;
  const durationMs = Math.max(0, time);
  if (status < 100) {
    const failure = response._failureText ?? response._error ?? '';
    const detail = failure.split('\n')[0] || 'the file holds no answer';
    return { received: { kind: 'none', reason: reasonOf(detail), detail, durationMs } };
  }
  const headers = withType(headersOf(response.headers), content.mimeType);
  const body = bodyIn(content, {
    expected: !(content.size === 0 || status === 204 || status === 304),
    type: headers['content-type'],
    lengths: lengthsOf(content.size ?? 0, headers),
    beside,
  });
  if ('reason' in body) return body;
  const { bytes, missing } = body;
  if (missing > 0 && !isWhole(path, bytes, headers['content-type']))
    return { reason: cutWords(bytes, missing) };
  const note = missing > 0 ? `its text is ${missing} bytes shorter than the file says it was` : body.note;
  const received = {
    kind: 'answer',
    status,
    headers: readBy(headers, body.type),
    body: bytes,
    durationMs,
  } as const;
  return { received, ...defined({ note }) };
}

/** Returns whether an incomplete answer is a whole document; never for a page, which can be read if cut. */
function isWhole(path: string, bytes: Uint8Array, type: string | undefined): boolean {
  const { answers } = documentedOperations.find((operation) => operation.path === path) ?? {
    answers: 'html',
  };
  return answers !== 'html' && decode(answers, bytes, type).ok;
}

function readBy(headers: Record<string, string>, type: string | undefined): Record<string, string> {
  return type === undefined ? headers : { ...headers, 'content-type': type };
}

function reasonOf(text: string): NoAnswer['reason'] {
  if (/timed?[ _-]?out/i.test(text)) return 'timeout';
  if (/refused|name_not_resolved|not ?found|unreachable|cert|ssl|tls/i.test(text)) return 'unreachable';
  return /reset|closed|empty_response|hang up/i.test(text) ? 'reset' : 'aborted';
}

function headersOf(pairs: readonly HarPair[] = []): Record<string, string> {
  // HTTP/2 has method and address as headers that begin with a colon.
  const own = pairs.filter(({ name }) => !name.startsWith(':'));
  return headersByName(own.map(({ name, value = '' }) => [name, value]));
}

// Some exports omit the headers and keep only the type of the body.
function withType(headers: Record<string, string>, type: string | undefined): Record<string, string> {
  const known = Object.hasOwn(headers, 'content-type') || Object.keys(headers).length > 0;
  return known || type === undefined || type === '' || type === 'x-unknown'
    ? headers
    : { ...headers, 'content-type': type };
}

function callOf({ request }: HarEntry): string {
  const { url } = request;
  const method = shownMethod(request.method);
  if (!URL.canParse(url)) return method;
  const { host, pathname, protocol } = new URL(url);
  return `${method} ${host === '' ? protocol : host + shownPath(pathname)}`;
}
