import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { requestSchema } from '../../schemas/contract.ts';
import { isObject, listOf, objectOf, type Step, valueAt } from '../../schemas/json.ts';
import { counted } from '../../schemas/plain-text.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { Answer, DocumentedOperationId, JsonObject, JsonValue, NoAnswer } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type ReadBody, readBody } from './body.ts';
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

/** One line of a HAR file; other members (cookies, timings, those of browsers) are ignored. */
interface Entry {
  readonly index: number;
  /** Its place in words. */
  readonly from: string;
  readonly value: JsonValue;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** When the request was sent; empty if unknown. */
  readonly at: string;
}

/** An entry that calls a documented path. */
interface Call extends Entry {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadBody;
  /** How many members of the request the document lists; undefined if it holds none, or cannot be read. */
  readonly documented?: number;
}

function textAt(value: JsonValue, ...steps: Step[]): string {
  const found = valueAt(value, steps);
  return typeof found === 'string' ? found : '';
}

function numberAt(value: JsonValue, ...steps: Step[]): number {
  const found = valueAt(value, steps);
  return typeof found === 'number' ? found : 0;
}

/** Parses a HAR file; throws if it is none. */
function entriesIn(file: string, bytes: Buffer): readonly Entry[] {
  let log: JsonValue;
  try {
    log = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    // The message of the parser quotes the file, which may contain card data.
    const why = bytes.includes(0) ? 'this is text of two bytes per character (UTF-16)' : 'this is not';
    throw new ConfigurationError(`${file}: a HAR file is JSON in UTF-8; ${why}.`);
  }
  const entries = valueAt(log, ['log', 'entries']);
  if (!Array.isArray(entries))
    throw new ConfigurationError(`${file}: a HAR file holds an object "log" with a list "entries".`);
  return entries.map((value: JsonValue, index) => {
    // Browsers number pages this way; other names may contain anything.
    const page = /^page_[0-9]{1,6}$/.exec(textAt(value, 'pageref'));
    return {
      index,
      from: `entry ${index + 1}${page === null ? '' : ` of ${page[0]}`}`,
      value,
      method: textAt(value, 'request', 'method').toUpperCase(),
      url: textAt(value, 'request', 'url'),
      status: numberAt(value, 'response', 'status'),
      at: textAt(value, 'startedDateTime'),
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
export function judgeHar(file: string, bytes: Buffer, point: WatchedService): Reading {
  const unjudged: Unjudged[] = [];
  const notes: FileNote[] = [];
  const cases: JudgedCase[] = [];
  const leave = (entry: Entry, reason: string) =>
    unjudged.push({ from: entry.from, what: shownCall(entry), reason });

  const told = new Map<string, Entry>();
  const calls: Call[] = [];
  for (const entry of inTime(entriesIn(file, bytes))) {
    const path = documentedPath(entry.url, point.base);
    const once = telling(entry);
    const first = told.get(once);
    const why = whyNoExchange(entry, path, point) ?? (first && `the same call as ${first.from}, told twice`);
    if (why !== undefined || path === undefined) {
      leave(entry, why ?? whyNoPath(entry.url, point.base));
      continue;
    }
    if (entry.at !== '') told.set(once, entry);
    calls.push(callOf(entry, path, file));
  }

  const [host, note] = point.base === undefined ? hostOf(calls) : [];
  if (note !== undefined) notes.push({ from: 'the whole file', what: note });
  for (const call of calls) {
    const found = isOf(host, call)
      ? judgeCall(call, file, point, notes)
      : { reason: `its host is not ${host}` };
    if ('reason' in found) leave(call, found.reason);
    else cases.push({ ...found, from: call.from });
  }
  return { cases, unjudged: unjudged.sort(byPlace), notes };
}

const byPlace = (one: Unjudged, other: Unjudged) =>
  Number.parseInt(one.from.slice(6), 10) - Number.parseInt(other.from.slice(6), 10);

/** Why an entry cannot be an exchange of the interface; undefined if it can. */
function whyNoExchange(entry: Entry, path: string | undefined, { base }: WatchedService): string | undefined {
  const { method, url, value, status } = entry;
  if (method === '' || url === '') return 'it has no request with a method and an address';
  if (path === undefined) return whyNoPath(url, base);
  if (method !== 'POST') return whyNoCall(method);
  if (!isObject(valueAt(value, ['response']))) return 'it has no response';
  if (status >= 100 && status < 200) return `an interim answer (${status}), which is not the answer`;
  return [301, 302, 303, 307, 308].includes(status)
    ? `a redirect (${status}), whose answer is that of another address`
    : undefined;
}

/** A key that is equal for two entries of one call, recorded once by the page and once by its service worker. */
function telling({ value, at, method, url, status }: Entry): string {
  const parts = [
    ['request', 'postData', 'text'],
    ['request', 'postData', 'params'],
    ['response', 'content', 'text'],
    ['response', 'content', 'encoding'],
    ['response', 'content', '_file'],
  ].map((steps) => valueAt(value, steps) ?? null);
  return JSON.stringify([at, method, url, status, ...parts]);
}

function callOf(entry: Entry, path: string, file: string): Call {
  const request = objectOf(valueAt(entry.value, ['request']));
  const post = objectOf(request.postData);
  const headers = headersOf(request, post);
  const size = numberAt(request, 'bodySize');
  const kept = keptIn(post, size > 0, file);
  const body = 'reason' in kept ? kept : readBody({ ...kept, headers, size });
  const read = 'reason' in body ? undefined : readRequest(path, body.bytes, body.headers['content-type']);
  if (read?.ok !== true || Object.keys(read.value).length === 0) return { ...entry, path, headers, body };
  // A redirect page posts its form to the path of its operation (2.8).
  const listed = { ...objectOf(requestSchema(read.operation).properties), allParams: true };
  const documented = Object.keys(read.value).filter((name) => Object.hasOwn(listed, name)).length;
  return { ...entry, path, headers, body, documented };
}

const hostIn = ({ url }: Entry) => new URL(url).host;
const isOf = (host: string | undefined, call: Call) => host === undefined || hostIn(call) === host;

/** The host with most calls that have documented members, and a note if there is another one. */
function hostOf(calls: readonly Call[]): readonly [host?: string | undefined, note?: string] {
  const hosts = [...new Set(calls.map(hostIn))].map((host) => {
    const own = calls.filter((call) => isOf(host, call));
    const members = own.map(({ documented = 0 }) => documented);
    return {
      host,
      all: own.length,
      known: members.filter((count) => count > 0).length,
      members: sum(members),
    };
  });
  hosts.sort((one, other) => other.known - one.known || other.members - one.members || other.all - one.all);
  const [first, second] = hosts;
  if (first === undefined || second === undefined) return [first?.host];
  const list = hosts.map(({ host, all }) => `${host} (${all})`).join(', ');
  return [
    first.host,
    `${counted(hosts.length, 'host')}: ${list}; only ${first.host} is judged, --base chooses`,
  ];
}

const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0);

function judgeCall(call: Call, file: string, point: WatchedService, notes: FileNote[]) {
  const { body, documented, path, from, method, url, index } = call;
  if (documented === 0) return { reason: 'no member of its request is one that the document lists' };
  if ('reason' in body) return { reason: `request: ${body.reason}` };
  const { operation } = readRequest(path, body.bytes, body.headers['content-type']);
  const answered = answerOf(call, operation, file);
  if ('reason' in answered) return { reason: `answer: ${answered.reason}` };
  if (body.note !== undefined) notes.push({ from, what: `request: ${body.note}` });
  if (answered.note !== undefined) notes.push({ from, what: `answer: ${answered.note}` });
  // The charset of a form applies to its escapes.
  const isForm = /urlencoded/i.test(call.headers['content-type'] ?? '');
  const headers = isForm ? call.headers : body.headers;
  const origin = { test: `conformance judge › ${from}`, ordinal: index, seed: 0 };
  return judgeWatched({ method, url, headers, body: body.bytes, received: answered.received, origin }, point);
}

type Answered =
  | { readonly received: Answer | NoAnswer; readonly note?: string }
  | { readonly reason: string };

function answerOf({ value, status }: Call, operation: DocumentedOperationId, file: string): Answered {
  const response = objectOf(valueAt(value, ['response']));
  const durationMs = Math.max(0, numberAt(value, 'time'));
  if (status < 100) {
    const failure = textAt(response, '_failureText') || textAt(response, '_error');
    const detail = failure.split('\n')[0] || 'the file holds no answer';
    return { received: { kind: 'none', reason: reasonOf(detail), detail, durationMs } };
  }
  const content = objectOf(response.content);
  const kept = keptIn(content, !(content.size === 0 || status === 204 || status === 304), file);
  if ('reason' in kept) return kept;
  const size = numberAt(content, 'size');
  const body = readBody({ ...kept, headers: headersOf(response, content), size, answers: operation });
  if ('reason' in body) return body;
  const { bytes, headers, ...rest } = body;
  return { received: { kind: 'answer', status, headers, body: bytes, durationMs }, ...rest };
}

function reasonOf(text: string): NoAnswer['reason'] {
  if (/timed?[ _-]?out/i.test(text)) return 'timeout';
  if (/refused|name_not_resolved|not ?found|unreachable|cert|ssl|tls/i.test(text)) return 'unreachable';
  return /reset|closed|empty_response|hang up/i.test(text) ? 'reset' : 'aborted';
}

type Kept = { readonly kept: Uint8Array | string } | { readonly reason: string };

/** What a file keeps of a body: its text, its bytes in Base64, its form fields, or the file beside it (Playwright). */
function keptIn(part: JsonObject, isExpected: boolean, file: string): Kept {
  const name = textAt(part, '_file');
  if (name !== '') {
    const beside = bytesBeside(file, name);
    return beside === undefined
      ? { reason: 'its body is in another file ("_file"), which cannot be read' }
      : { kept: beside };
  }
  const text = textAt(part, 'text');
  const fields = listOf(part.params).map((field) => [textAt(field, 'name'), textAt(field, 'value')]);
  if (text === '' && fields.length > 0) return { kept: Buffer.from(`${new URLSearchParams(fields)}`) };
  const encoding = textAt(part, 'encoding').toLowerCase();
  if (text === '' && typeof part.text !== 'string' && isExpected)
    return { reason: 'its body was left out of the file' };
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
  const pairs = listOf(message.headers).map((pair) => [textAt(pair, 'name'), textAt(pair, 'value')] as const);
  // HTTP/2 has method and address as headers that begin with a colon.
  const headers = headersByName(pairs.filter(([name]) => name !== '' && !name.startsWith(':')));
  const type = textAt(body, 'mimeType');
  const isKnown = Object.keys(headers).length > 0 || type === '' || type === 'x-unknown';
  return isKnown ? headers : { ...headers, 'content-type': type };
}

function shownCall({ method, url }: Entry): string {
  if (!URL.canParse(url)) return shownMethod(method);
  const { host, pathname, protocol } = new URL(url);
  return `${shownMethod(method)} ${host === '' ? protocol : host + shownPath(pathname)}`;
}
