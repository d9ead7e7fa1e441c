import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { requestSchema } from '../../schemas/contract.ts';
import { defined } from '../../schemas/defined.ts';
import { groupedBy, isObject, listOf, objectOf, valueAt } from '../../schemas/json.ts';
import { urlIn } from '../../schemas/media/url-in.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { Answer, DocumentedOperationId, JsonObject, JsonValue, NoAnswer } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type ReadBody, readBody } from './body.ts';
import { calledPath, headersByName, judgeWatched, type Reading, shownMethod } from './watched.ts';

/** One entry of a HAR file; other members (cookies, timings, those of browsers) are ignored. */
interface Entry {
  readonly index: number;
  readonly request: JsonObject;
  readonly response: JsonObject;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** When the request was sent, in milliseconds; NaN if the file does not say it. */
  readonly at: number;
  readonly durationMs: number;
}

/** An entry that calls a documented operation. */
interface Call extends Entry {
  readonly host: string;
  readonly operation: DocumentedOperationId;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadBody;
  /** How many members of the request the document lists. */
  readonly documented: number;
}

type Reason = { readonly reason: string };

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
      request,
      response,
      method: textOf(request.method).toUpperCase(),
      url: textOf(request.url),
      status: isObject(received) ? numberOf(response.status) : Number.NaN,
      at: Date.parse(textOf(startedDateTime)),
      durationMs: Math.max(0, numberOf(time)),
    };
  });
}

/** Judges the calls of one service in a HAR file, of the base address or else of the host with most of them. */
export function judgeHar(file: string, bytes: Buffer, base?: string): Reading {
  const entries = entriesIn(file, bytes);
  // Browsers group entries by page; without comparable times the order of the file counts.
  const inTime = entries.some(({ at }) => Number.isNaN(at))
    ? entries
    : entries.toSorted((one, other) => one.at - other.at);
  const told = new Map<string, number>();
  const read = inTime.map((entry) => {
    const found = callOf(entry, base, file);
    const first = told.get(tellingOf(entry)) ?? entry.index;
    const isAgain = first !== entry.index && !Number.isNaN(entry.at);
    if (!('reason' in found)) told.set(tellingOf(entry), first);
    if ('reason' in found || !isAgain) return { entry, found };
    return { entry, found: { reason: `the same call as entry ${first + 1}, told twice` } };
  });
  const calls = read.flatMap(({ found }) => ('reason' in found ? [] : [found]));
  const host = base === undefined ? mainHost(calls) : undefined;
  const judged = read.map(({ entry, found }) => ({
    index: entry.index,
    from: `entry ${entry.index + 1}`,
    what: shownCall(entry),
    found: 'reason' in found ? found : judgeCall(found, file, base, host),
  }));
  return {
    cases: judged.flatMap(({ from, found }) => ('reason' in found ? [] : [{ ...found, from }])),
    unjudged: judged
      .toSorted((one, other) => one.index - other.index)
      .flatMap(({ from, what, found }) => ('reason' in found ? [{ from, what, reason: found.reason }] : [])),
  };
}

/** What is equal in two entries of one call, recorded once by the page and once by its service worker. */
function tellingOf({ at, method, url, status, request, response }: Entry): string {
  const [post, content] = [objectOf(request.postData), objectOf(response.content)];
  return JSON.stringify([at, method, url, status, post.text, post.params, content.text, content._file]);
}

/** The documented call that an entry is, or why it cannot be an exchange of the interface. */
function callOf(entry: Entry, base: string | undefined, file: string): Call | Reason {
  const { method, url, status, request } = entry;
  if (method === '' || url === '') return { reason: 'it has no request with a method and an address' };
  const called = calledPath(method, url, base);
  if ('reason' in called) return called;
  if (Number.isNaN(status)) return { reason: 'it has no response' };
  if (status >= 100 && status < 200)
    return { reason: `an interim answer (${status}), which is not the answer` };
  if ([301, 302, 303, 307, 308].includes(status))
    return { reason: `a redirect (${status}), whose answer is that of another address` };
  const post = objectOf(request.postData);
  const headers = headersOf(request, post);
  const size = numberOf(request.bodySize);
  const kept = keptIn(post, size > 0, file);
  const body = 'reason' in kept ? kept : readBody({ ...kept, headers, size });
  const [bytes, type] = 'reason' in body ? [new Uint8Array()] : [body.bytes, body.headers['content-type']];
  const read = readRequest(called.path, bytes, type);
  // A redirect page posts its form to the path of its operation (2.8).
  const listed = { ...objectOf(requestSchema(read.operation).properties), allParams: true };
  const names = Object.keys(read.ok ? read.value : {});
  const documented = names.filter((name) => Object.hasOwn(listed, name)).length;
  if (names.length > 0 && documented === 0)
    return { reason: 'no member of its request is one that the document lists' };
  return { ...entry, host: new URL(url).host, operation: read.operation, headers, body, documented };
}

/** The host whose requests have most documented members. */
function mainHost(calls: readonly Call[]): string | undefined {
  const sums = [...groupedBy(calls, ({ host }) => host)].map(
    ([host, own]) => [host, own.reduce((sum, { documented }) => sum + documented, 0)] as const,
  );
  return sums.sort(([, one], [, other]) => other - one)[0]?.[0];
}

function judgeCall(call: Call, file: string, base: string | undefined, main: string | undefined) {
  const { body, operation, method, url, index, host } = call;
  if (main !== undefined && host !== main)
    return { reason: `its host is not ${main}; --base chooses another` };
  if ('reason' in body) return { reason: `request: ${body.reason}` };
  const answered = answerOf(call, operation, file);
  if ('reason' in answered) return { reason: `answer: ${answered.reason}` };
  // The charset of a form applies to its escapes.
  const isForm = /urlencoded/i.test(call.headers['content-type'] ?? '');
  const headers = isForm ? call.headers : body.headers;
  const origin = { test: `conformance judge › entry ${index + 1}`, ordinal: index, seed: 0 };
  return judgeWatched({ method, url, headers, body: body.bytes, origin, ...answered }, defined({ base }));
}

function answerOf(
  { response, status, durationMs }: Call,
  operation: DocumentedOperationId,
  file: string,
): { readonly received: Answer | NoAnswer } | Reason {
  if (status < 100) {
    const failure = textOf(response._failureText) || textOf(response._error);
    const detail = failure.split('\n')[0] || 'the file holds no answer';
    return { received: { kind: 'none', reason: reasonOf(detail), detail, durationMs } };
  }
  const content = objectOf(response.content);
  const kept = keptIn(content, !(content.size === 0 || status === 204 || status === 304), file);
  if ('reason' in kept) return kept;
  const headers = headersOf(response, content);
  const body = readBody({ ...kept, headers, size: numberOf(content.size), answers: operation });
  if ('reason' in body) return body;
  return { received: { kind: 'answer', status, headers: body.headers, body: body.bytes, durationMs } };
}

function reasonOf(text: string): NoAnswer['reason'] {
  if (/timed?[ _-]?out/i.test(text)) return 'timeout';
  if (/refused|name_not_resolved|not ?found|unreachable|cert|ssl|tls/i.test(text)) return 'unreachable';
  return /reset|closed|empty_response|hang up/i.test(text) ? 'reset' : 'aborted';
}

/** What a file keeps of a body: its text, its bytes in Base64, its form fields, or the file beside it (Playwright). */
function keptIn(
  part: JsonObject,
  isExpected: boolean,
  file: string,
): { readonly kept: Uint8Array | string } | Reason {
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
