import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { requestSchema } from '../../schemas/contract.ts';
import { isObject, listOf, objectOf, valueAt } from '../../schemas/json.ts';
import { urlIn } from '../../schemas/media/url-in.ts';
import { counted } from '../../schemas/plain-text.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { Answer, DocumentedOperationId, JsonObject, JsonValue, NoAnswer } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type ReadBody, readBody } from './body.ts';
import {
  calledPath,
  type FileNote,
  headersByName,
  type JudgedCase,
  judgeWatched,
  type Reading,
  shownMethod,
  type WatchedService,
} from './watched.ts';

/** One entry of a HAR file; other members (cookies, timings, those of browsers) are ignored. */
interface Entry {
  readonly index: number;
  /** Its place in words. */
  readonly from: string;
  readonly request: JsonObject;
  readonly post: JsonObject;
  readonly response: JsonObject;
  readonly content: JsonObject;
  readonly hasResponse: boolean;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** When the request was sent; empty if unknown. */
  readonly at: string;
  readonly durationMs: number;
}

/** An entry that calls a documented operation. */
interface Call extends Entry {
  readonly operation: DocumentedOperationId;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadBody;
  /** How many members of the request the document lists; undefined if it holds none, or cannot be read. */
  readonly documented?: number;
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');
const numberOf = (value: JsonValue | undefined) => (typeof value === 'number' ? value : 0);

/** Parses a HAR file; throws if it is none. */
function entriesIn(file: string, bytes: Buffer): readonly Entry[] {
  let log: JsonValue;
  try {
    log = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    // The message of the parser quotes the file, which may contain card data.
    throw new ConfigurationError(`${file}: a HAR file is JSON in UTF-8; this is not.`);
  }
  const entries = valueAt(log, ['log', 'entries']);
  if (!Array.isArray(entries))
    throw new ConfigurationError(`${file}: a HAR file holds an object "log" with a list "entries".`);
  return entries.map((value: JsonValue, index) => {
    const { request: sent, response: received, startedDateTime, time } = objectOf(value);
    const [request, response] = [objectOf(sent), objectOf(received)];
    return {
      index,
      from: `entry ${index + 1}`,
      request,
      post: objectOf(request.postData),
      response,
      content: objectOf(response.content),
      hasResponse: isObject(received),
      method: textOf(request.method).toUpperCase(),
      url: textOf(request.url),
      status: numberOf(response.status),
      at: textOf(startedDateTime),
      durationMs: Math.max(0, numberOf(time)),
    };
  });
}

/** Puts entries in the order of time, which grouping by page disturbs; the order of the file if times cannot be compared. */
function inTime(entries: readonly Entry[]): readonly Entry[] {
  const hasZone = (at: string) => /(?:z|[+-]\d\d:?\d\d)$/i.test(at);
  const times = new Map(entries.map(({ index, at }) => [index, Date.parse(hasZone(at) ? at : `${at}Z`)]));
  const isMixed = new Set(entries.map(({ at }) => hasZone(at))).size > 1;
  if (isMixed || [...times.values()].some(Number.isNaN)) return entries;
  return [...entries].sort((one, other) => Number(times.get(one.index)) - Number(times.get(other.index)));
}

/** Judges the calls of one service in a HAR file; other entries are listed with the reason. */
export function judgeHar(file: string, bytes: Buffer, service: WatchedService): Reading {
  const left: { readonly entry: Entry; readonly reason: string }[] = [];
  const notes: FileNote[] = [];
  const cases: JudgedCase[] = [];
  const leave = (entry: Entry, reason: string) => left.push({ entry, reason });

  const told = new Map<string, Entry>();
  const calls: Call[] = [];
  for (const entry of inTime(entriesIn(file, bytes))) {
    const called = calledBy(entry, service);
    const key = telling(entry);
    const first = told.get(key);
    if ('reason' in called) leave(entry, called.reason);
    else if (first !== undefined) leave(entry, `the same call as ${first.from}, told twice`);
    else {
      if (entry.at !== '') told.set(key, entry);
      calls.push(callOf(entry, called.path, file));
    }
  }

  const hosts = service.base === undefined ? hostsOf(calls) : [];
  const [host] = hosts;
  if (hosts.length > 1) {
    const what = `${counted(hosts.length, 'host')}: ${hosts.join(', ')}; only ${host} is judged, --base chooses`;
    notes.push({ from: 'the whole file', what });
  }
  for (const call of calls) {
    const isOther = host !== undefined && hostIn(call) !== host;
    const found = isOther ? { reason: `its host is not ${host}` } : judgeCall(call, file, service, notes);
    if ('reason' in found) leave(call, found.reason);
    else cases.push({ ...found, from: call.from });
  }
  const unjudged = left
    .sort((one, other) => one.entry.index - other.entry.index)
    .map(({ entry, reason }) => ({ from: entry.from, what: shownCall(entry), reason }));
  return { cases, unjudged, notes };
}

/** The documented path that an entry calls, or why it cannot be an exchange of the interface. */
function calledBy(entry: Entry, { base }: WatchedService): ReturnType<typeof calledPath> {
  const { method, url, hasResponse, status } = entry;
  if (method === '' || url === '') return { reason: 'it has no request with a method and an address' };
  const called = calledPath(method, url, base);
  if ('reason' in called) return called;
  if (!hasResponse) return { reason: 'it has no response' };
  if (status >= 100 && status < 200)
    return { reason: `an interim answer (${status}), which is not the answer` };
  return [301, 302, 303, 307, 308].includes(status)
    ? { reason: `a redirect (${status}), whose answer is that of another address` }
    : called;
}

/** A key that is equal for two entries of one call, recorded once by the page and once by its service worker. */
function telling({ at, method, url, status, post, content }: Entry): string {
  const bodies = [post.text, post.params, content.text, content._file];
  return JSON.stringify([at, method, url, status, ...bodies]);
}

function callOf(entry: Entry, path: string, file: string): Call {
  const { request, post } = entry;
  const headers = headersOf(request, post);
  const size = numberOf(request.bodySize);
  const kept = keptIn(post, size > 0, file);
  const body = 'reason' in kept ? kept : readBody({ ...kept, headers, size });
  const bytes = 'reason' in body ? new Uint8Array() : body.bytes;
  const read = readRequest(path, bytes, 'reason' in body ? undefined : body.headers['content-type']);
  const call = { ...entry, operation: read.operation, headers, body };
  if (!read.ok || Object.keys(read.value).length === 0) return call;
  // A redirect page posts its form to the path of its operation (2.8).
  const listed = { ...objectOf(requestSchema(read.operation).properties), allParams: true };
  const documented = Object.keys(read.value).filter((name) => Object.hasOwn(listed, name)).length;
  return { ...call, documented };
}

const hostIn = ({ url }: Entry) => new URL(url).host;

/** The hosts of calls, first the one whose requests have most documented members. */
function hostsOf(calls: readonly Call[]): readonly string[] {
  const members = new Map<string, number>();
  for (const call of calls)
    members.set(hostIn(call), (members.get(hostIn(call)) ?? 0) + (call.documented ?? 0));
  return [...members].sort(([, one], [, other]) => other - one).map(([host]) => host);
}

function judgeCall(call: Call, file: string, service: WatchedService, notes: FileNote[]) {
  const { body, documented, operation, from, method, url, index } = call;
  if (documented === 0) return { reason: 'no member of its request is one that the document lists' };
  if ('reason' in body) return { reason: `request: ${body.reason}` };
  const answered = answerOf(call, operation, file);
  if ('reason' in answered) return { reason: `answer: ${answered.reason}` };
  if (body.note !== undefined) notes.push({ from, what: `request: ${body.note}` });
  if (answered.note !== undefined) notes.push({ from, what: `answer: ${answered.note}` });
  // The charset of a form applies to its escapes.
  const isForm = /urlencoded/i.test(call.headers['content-type'] ?? '');
  const headers = isForm ? call.headers : body.headers;
  const origin = { test: `conformance judge › ${from}`, ordinal: index, seed: 0 };
  return judgeWatched(
    { method, url, headers, body: body.bytes, received: answered.received, origin },
    service,
  );
}

type Answered =
  | { readonly received: Answer | NoAnswer; readonly note?: string }
  | { readonly reason: string };

function answerOf(call: Call, operation: DocumentedOperationId, file: string): Answered {
  const { response, content, status, durationMs } = call;
  if (status < 100) {
    const failure = textOf(response._failureText) || textOf(response._error);
    const detail = failure.split('\n')[0] || 'the file holds no answer';
    return { received: { kind: 'none', reason: reasonOf(detail), detail, durationMs } };
  }
  const kept = keptIn(content, !(content.size === 0 || status === 204 || status === 304), file);
  if ('reason' in kept) return kept;
  const headers = headersOf(response, content);
  const body = readBody({ ...kept, headers, size: numberOf(content.size), answers: operation });
  if ('reason' in body) return body;
  const { bytes, note } = body;
  const received = { kind: 'answer', status, headers: body.headers, body: bytes, durationMs } as const;
  return note === undefined ? { received } : { received, note };
}

function reasonOf(text: string): NoAnswer['reason'] {
  if (/timed?[ _-]?out/i.test(text)) return 'timeout';
  if (/refused|name_not_resolved|not ?found|unreachable|cert|ssl|tls/i.test(text)) return 'unreachable';
  return /reset|closed|empty_response|hang up/i.test(text) ? 'reset' : 'aborted';
}

type Kept = { readonly kept: Uint8Array | string } | { readonly reason: string };

/** What a file keeps of a body: its text, its bytes in Base64, its form fields, or the file beside it (Playwright). */
function keptIn(part: JsonObject, isExpected: boolean, file: string): Kept {
  const name = textOf(part._file);
  if (name !== '') {
    const beside = bytesBeside(file, name);
    return beside === undefined
      ? { reason: 'its body is in another file ("_file"), which cannot be read' }
      : { kept: beside };
  }
  const text = textOf(part.text);
  const fields = listOf(part.params).map(objectOf);
  if (text === '' && fields.length > 0) {
    const form = new URLSearchParams(fields.map((field) => [textOf(field.name), textOf(field.value)]));
    return { kept: Buffer.from(`${form}`) };
  }
  const encoding = textOf(part.encoding).toLowerCase();
  if (typeof part.text !== 'string' && isExpected) return { reason: 'its body was left out of the file' };
  if (encoding === '') return { kept: text };
  if (encoding !== 'base64')
    return { reason: 'its body has an "encoding" other than base64, which is not known' };
  // Invalid Base64 would be decoded to bytes that the service did not send.
  const digits = text.replaceAll(/\s+/g, '');
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(digits) && digits.replaceAll('=', '').length % 4 !== 1
    ? { kept: Buffer.from(digits, 'base64') }
    : { reason: 'its body is declared as Base64 but is not' };
}

// Only files next to the HAR file are read, since their names come from its untrusted text.
function bytesBeside(file: string, name: string): Uint8Array | undefined {
  try {
    return readFileSync(join(dirname(file), basename(name)));
  } catch {
    return undefined;
  }
}

// Some exports omit the headers and keep only the type of the body.
function headersOf(message: JsonObject, body: JsonObject): Record<string, string> {
  const pairs = listOf(message.headers)
    .map(objectOf)
    .map(({ name, value }) => [textOf(name), textOf(value)] as const);
  // HTTP/2 has method and address as headers that begin with a colon.
  const headers = headersByName(pairs.filter(([name]) => name !== '' && !name.startsWith(':')));
  const type = textOf(body.mimeType);
  const isKnown = Object.keys(headers).length > 0 || type === '' || type === 'x-unknown';
  return isKnown ? headers : { ...headers, 'content-type': type };
}

/** Method, host and path; no query, and no segment that may be a token. */
function shownCall({ method, url }: Entry): string {
  const address = urlIn(url);
  if (address === undefined) return shownMethod(method);
  const { host, pathname, protocol } = address;
  const path = pathname.replaceAll(/[^/]{20,}/g, (step) => (/\d/.test(step) ? '…' : step));
  return `${shownMethod(method)} ${host === '' ? protocol : host + path}`;
}
