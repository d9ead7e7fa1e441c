import { constants } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { defined } from '../../schemas/defined.ts';
import { judge } from '../../schemas/judge.ts';
import { operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import { table } from '../../schemas/table.ts';
import type { Answer, DocumentedOperationId, Exchange } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readBody } from './body.ts';
import { judgeWatched, type Reading, type Unjudged } from './watched.ts';

/** The bytes of a file, unpacked if it is packed as gzip; throws for one larger than one text can be. */
export function openFile(file: string, size: number, read: () => Buffer): Buffer {
  const most = constants.MAX_STRING_LENGTH;
  const tooLarge = `at most ${Math.floor(most / 1e6)} MB can be read as one text; record fewer calls in one file.`;
  if (size > most) throw new ConfigurationError(`${file} has ${Math.floor(size / 1e6)} MB, and ${tooLarge}`);
  const bytes = read();
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const why = isLarge ? `unpacks to more, and ${tooLarge}` : 'is damaged: it cannot be unpacked as gzip.';
    throw new ConfigurationError(`${file} ${why}`);
  }
}

// What is certainly no answer of a service, by the start of the file; one character per byte.
const others: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^[\s\S]{0,3900}<(?:items\b[^>]*\bburpVersion|charles-session\b)/, 'an export of Burp or Charles'],
  [
    /^\s*\{[\s\S]{0,3900}(?:"_postman_\w+"|schema\.getpostman\.com|"__export_format")/,
    'a file of Postman or Insomnia',
  ],
  [/^\s*\[\s*\{\s*"status"\s*:\s*"COMPLETE"/, 'a session of Charles, which can export HAR'],
  [/^\d{1,9}:\d{1,4}:[a-z_]+;/, 'a file of mitmproxy, whose command save.har writes a HAR file'],
  [/^\s*\{\s*"(?:openapi|swagger)"\s*:/, 'an OpenAPI document'],
  [/^\s*\{\s*"(?:statement|kind)"\s*:/, 'a part of the reports of a run, whose folder can be judged'],
  [/^(?:WARC\/\d|From: <Saved by|MIME-Version: )/, 'a page with its parts (MHTML, WARC)'],
  [
    /^\xff\xfeH\0T\0T\0P\0\/\0/,
    'text of two bytes per character (UTF-16), as a shell writes it; save it as UTF-8',
  ],
  [/^\s*[A-Z]+ \S+ HTTP\/\d/, 'a message that begins with a request; save the answer alone'],
  [/^(?:###|(?:#|\/\/) @|@\w+\s*=|(?:GET|POST|PUT) https?:\/\/)/, 'a file of requests'],
  [/^(?:\xd4\xc3\xb2\xa1|\xa1\xb2\xc3\xd4|\n\r\r\n)/, 'a capture of packets'],
  [/^(?:PK|7z\xbc\xaf|\x28\xb5\x2f\xfd|BZh\d|\xfd7zXZ|Rar!)/, 'packed; unpack it, and name one file of it'],
];

const alone = 'save the answer alone';
// What a tool or a terminal wrote before an answer, into it or behind it.
const shown: readonly (readonly [pattern: RegExp, what: string])[] = [
  [new RegExp(`${String.fromCharCode(27)}[[\\]]`), `colour codes of a terminal; ${alone}, as it came`],
  [/% Total\s+% Received|--:--:-- +\d/, 'the progress that curl shows; curl -s leaves it out'],
  [
    /^(?:\* +(?:Trying |Host \S+ was|Connected to |Connection #|Closing connection|Could not resolve|ALPN|TLSv|using HTTP)|[<>] (?:HTTP\/\d|[A-Z]+ \S+ HTTP\/\d))/m,
    'what curl -v prints; curl -i saves an answer',
  ],
  [
    /^(?:--\d{4}-\d\d-\d\d \d\d:\d\d:\d\d-- |Script started on |real\s+\d+m[\d.]+s\s*$|\S*[$#%>] +(?:curl|wget|https?) )/m,
    `what a terminal showed; ${alone}`,
  ],
  [/^\s*StatusCode\s+: \d{3}\s*$/m, 'a table of PowerShell; -OutFile saves an answer'],
  [/[}>]\s*[1-5]\d\d(?:\s+[\d.]+)*\s*$/, `a number behind the answer, as curl -w prints one; ${alone}`],
];

/** Throws for a file that is certainly no answer. */
export function demandAnswer(file: string, bytes: Uint8Array): void {
  const what = knownAs(others, bytes.subarray(0, 4000));
  if (what !== undefined)
    throw new ConfigurationError(
      `${file} is ${what}. Judge reads HAR files, the folder of a run, and single answers.`,
    );
}

/** The words for the first row that matches the bytes. */
function knownAs(rows: typeof others, bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return rows.find(([pattern]) => pattern.test(text))?.[1];
}

/** An answer as a file keeps it. */
interface Message {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const statusLine = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t]([^\r\n]*))?(?:\r?\n|$)/;
// Inside a file a status line counts only before a header or an empty line, as in no body.
const nextMessage = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}(?:[ \t][^\r\n]*)?\r?\n(?=[\w!#$%&'*+.^`|~-]+:|\r?\n)/gm;
const header = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)(?:\r?\n|$)/;
// What editors add below an answer.
const trailer = /\s*\n(?:Response code: \d{3} |Response file saved\.)[^<{]*$/;

/** The answers of a file that begins with a status line, without those that only lead to one; undefined for any other file. */
function messagesIn(bytes: Uint8Array): readonly Message[] | undefined {
  // One character per byte.
  const all = Buffer.from(bytes).toString('latin1');
  const text = all.replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  if (!statusLine.test(text)) return undefined;
  const starts = [...text.matchAll(nextMessage)].map(({ index }) => index).filter((index) => index > 0);
  return [0, ...starts].flatMap((start, at) => messageIn(text.slice(start, starts[at] ?? text.length)));
}

function messageIn(text: string): readonly Message[] {
  const [line = '', digits, words = ''] = statusLine.exec(text) ?? [];
  const status = Number(digits);
  // An interim answer, or that of a proxy which opens a tunnel.
  if (status < 200 || /^connection established/i.test(words)) return [];
  const headers: Record<string, string> = table();
  let rest = text.slice(line.length);
  for (let found = header.exec(rest); found !== null; found = header.exec(rest)) {
    const [whole, name = '', value = ''] = found;
    headers[name.toLowerCase()] = value.trim();
    // A header value may continue on the next line.
    rest = rest.slice(whole.length).replace(/^(?:[ \t]+[^\r\n<{[]*\r?\n)+/, '');
  }
  const body = rest.replace(/^\r?\n/, '').replace(trailer, '');
  const isChunked = /chunked/i.test(headers['transfer-encoding'] ?? '');
  const whole = (isChunked ? unchunked(body) : undefined) ?? body;
  return [{ status, headers, body: Buffer.from(whole, 'latin1') }];
}

/** Returns a body without chunk lengths; undefined if it has none, as most tools save it. */
function unchunked(text: string): string | undefined {
  let whole = '';
  for (let at = 0; ; ) {
    const found = /^([0-9a-f]{1,8})(?:;[^\r\n]*)?\r?\n/i.exec(text.slice(at, at + 200));
    if (found === null) return undefined;
    const length = Number.parseInt(found[1] ?? '', 16);
    if (length === 0) return whole;
    const start = at + found[0].length;
    whole += text.slice(start, start + length);
    at = start + length + (text.charAt(start + length) === '\r' ? 2 : 1);
  }
}

/** What is known about a saved answer. */
interface AboutAnswer {
  readonly operation: DocumentedOperationId;
  /** Body of the request. */
  readonly request?: Uint8Array;
  /** True if the caller says that the call succeeded. */
  readonly accepted?: true;
  /** What an answer without its head had there. */
  readonly status: number;
  readonly contentType?: string;
}

// What address and headers of the request show, which no saved answer has.
const ofTheHead: ReadonlySet<string> = new Set([
  '2.8/theForm/action/host',
  '4/body-type/matrix',
  '4/body-type/usable',
  '4/header-parameters',
  '5.6/header-credential',
]);

/** Judges one saved answer, with its request if it is known; of several answers the last. */
export function judgeSaved(file: string, bytes: Buffer, about: AboutAnswer): Reading {
  const { operation, status, contentType } = about;
  const typed = defined({ 'content-type': contentType }) as Record<string, string>;
  const all = messagesIn(bytes) ?? [{ status, headers: {}, body: bytes }];
  const last = all.at(-1);
  if (last === undefined)
    throw new ConfigurationError(`${file} holds no final answer, only what leads to one.`);
  const unjudged: Unjudged[] = all.slice(0, -1).map((one, index) => ({
    from: `answer ${index + 1} of ${all.length}`,
    what: `status ${one.status}`,
    reason: 'another answer follows it, and the last one of a file is judged',
  }));
  const from = all.length === 1 ? 'the saved answer' : `answer ${all.length} of ${all.length}`;
  const headers = { ...typed, ...last.headers };
  const body = readBody({ kept: last.body, headers, answers: operation, edited: true });
  if ('reason' in body)
    return { cases: [], unjudged: [...unjudged, { from, what: operation, reason: body.reason }] };
  const noise = knownAs(shown, body.bytes);
  if (noise !== undefined) throw new ConfigurationError(`${file} holds ${noise}.`);
  const received = { kind: 'answer', status: last.status, headers, body: body.bytes, durationMs: 0 } as const;
  const found = judgeReceived(received, about);
  if ('reason' in found)
    return { cases: [], unjudged: [...unjudged, { from, what: operation, reason: found.reason }] };
  const { judged, breaches } = found;
  const observations = judged.judgement.observations.filter(({ clause }) => !ofTheHead.has(clause));
  const judgement = { ...judged.judgement, observations };
  return { cases: [{ judged: { ...judged, judgement }, breaches, from }], unjudged };
}

function judgeReceived(received: Answer, { operation, request, accepted }: AboutAnswer) {
  const method = 'POST';
  const url = `http://saved.invalid${operationOf(operation).path}`;
  const origin = { test: 'conformance judge', ordinal: 0, seed: 0 };
  // The caller vouches for the request.
  if (request !== undefined)
    return judgeWatched(
      { method, url, headers: {}, body: request, received, origin },
      { operation, isSigned: true, ...defined({ accepted }) },
    );
  // Without the request, the question is whether the document shows this answer.
  const unknown = {
    body: '',
    value: {},
    encoding: 'json',
    signed: true,
    intent: 'valid',
    unknown: true,
  } as const;
  const sent = { method, url, headers: {}, ...unknown };
  const exchange: Exchange = {
    id: '0'.repeat(10),
    operation,
    sent,
    received,
    origin,
    ...defined({ accepted }),
  };
  return { judged: { exchange, judgement: judge(exchange) }, breaches: [] };
}

/** Throws if the body of a request cannot be read. */
export function demandRequest(file: string, bytes: Uint8Array, operation: DocumentedOperationId): void {
  const read = readRequest(operationOf(operation).path, bytes, undefined);
  if (!read.ok) throw new ConfigurationError(`${file}: ${read.reason}.`);
}
