import { defined } from '../../schemas/defined.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readBody } from './body.ts';
import { headersByName, judgeWatched, type Reading } from './watched.ts';

// What begins a file that is certainly no answer of a service; one character per byte.
const others: readonly RegExp[] = [
  // Exports of Burp, Charles, Postman, Insomnia, mitmproxy.
  /^[\s\S]{0,3900}(?:<items\b[^>]*\bburpVersion|<charles-session\b|"_postman_\w+"|schema\.getpostman\.com|"__export_format")/,
  /^\d{1,9}:\d{1,4}:[a-z_]+;/,
  // Reports of a run, text of two bytes per character, requests, packed files.
  /^\s*\{\s*"(?:statement|kind)"\s*:/,
  /^\xff\xfeH\0T\0T\0P\0\/\0/,
  /^\s*(?:[A-Z]+ \S+ HTTP\/\d|###|(?:GET|POST|PUT) https?:)/,
  /^(?:PK|7z\xbc\xaf|\x28\xb5\x2f\xfd|BZh\d|\xfd7zXZ|Rar!)/,
];

// What a terminal or a tool writes before an answer, into it or behind it.
const around: readonly RegExp[] = [
  new RegExp(`${String.fromCharCode(27)}[[\\]]`),
  /% Total\s+% Received|--:--:-- +\d/,
  /^(?:\* +(?:Trying |Host \S+ was|Connected to |Connection #|Closing connection|Could not resolve|ALPN|TLSv|using HTTP)|[<>] (?:HTTP\/\d|[A-Z]+ \S+ HTTP\/\d))/m,
  /^(?:--\d{4}-\d\d-\d\d \d\d:\d\d:\d\d-- |Script started on |real\s+\d+m[\d.]+s\s*$|\S*[$#%>] +(?:curl|wget|https?) )/m,
  /^\s*StatusCode\s+: \d{3}\s*$/m,
  /\n(?:Response code: \d{3} |Response file saved\.)[^<{]*$/,
  /^[0-9a-f]{1,8}\r?\n[\s\S]*\n0\r?\n\s*$/i,
  /[}>]\s*[1-5]\d\d(?:\s+[\d.]+)*\s*$/,
];

/** The bytes as text, one character each, without a byte order mark and blanks before it. */
const latinText = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');

function demandNone(patterns: readonly RegExp[], bytes: Uint8Array, says: string): void {
  const text = latinText(bytes);
  if (patterns.some((pattern) => pattern.test(text))) throw new ConfigurationError(says);
}

/** An answer as a file keeps it. */
interface Message {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

// A status line, its words, headers (a value may continue on the next line), and the body, which may have no blank line before it.
const whole =
  /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t](.*))?(?:\r?\n|$)((?:[\w!#$%&'*+.^`|~-]+:.*(?:\r?\n|$)(?:[ \t]+[^\r\n<{[]*\r?\n)*)*)(?:\r?\n)?/;
// Inside a file a status line counts only before a header or an empty line, as in no body.
const nextMessage = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}(?:[ \t].*)?\r?\n(?=[\w!#$%&'*+.^`|~-]+:|\r?\n)/gm;

/** Returns the last answer of a file, to which the ones before it only lead; a file without a status line is a body alone. */
function messageIn(file: string, bytes: Buffer): Message {
  const text = latinText(bytes).trimStart();
  const last = text.slice([...text.matchAll(nextMessage)].at(-1)?.index ?? 0);
  const [head, digits, words = '', lines = ''] = whole.exec(last) ?? [];
  if (head === undefined) return { status: 200, headers: {}, body: bytes };
  const status = Number(digits);
  // An interim answer, or that of a proxy which opens a tunnel.
  if (status < 200 || /^connection established/i.test(words))
    throw new ConfigurationError(`${file} holds no final answer, only what leads to one.`);
  const headers = headersByName(
    [...lines.matchAll(/^([^\s:]+):(.*)$/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
  return { status, headers, body: Buffer.from(last.slice(head.length), 'latin1') };
}

// What address and headers of the request show, which no saved answer has.
const ofTheHead: ReadonlySet<string> = new Set([
  '2.8/theForm/action/host',
  '4/body-type/matrix',
  '4/body-type/usable',
  '4/header-parameters',
  '5.6/header-credential',
]);

/** Judges one saved answer of an operation, with the body of its request if it is known. */
export function judgeSaved(
  file: string,
  bytes: Buffer,
  operation: DocumentedOperationId,
  request?: Uint8Array,
): Reading {
  demandNone(
    others,
    bytes.subarray(0, 4000),
    `${file} is not an answer: judge reads HAR files and single answers.`,
  );
  const message = messageIn(file, bytes);
  const from = 'the saved answer';
  const body = readBody({ kept: message.body, headers: message.headers, answers: operation, edited: true });
  if ('reason' in body) return { cases: [], unjudged: [{ from, what: operation, reason: body.reason }] };
  demandNone(around, body.bytes, `${file} holds more than an answer; curl -s -i saves it alone, as it came.`);
  const found = judgeWatched(
    {
      method: 'POST',
      url: `http://saved.invalid${operationOf(operation).path}`,
      headers: {},
      received: { kind: 'answer', ...message, body: body.bytes, durationMs: 0 },
      origin: { test: 'conformance judge', ordinal: 0, seed: 0 },
      ...defined({ body: request }),
    },
    // The caller vouches for the request.
    { operation, isSigned: true },
  );
  if ('reason' in found) return { cases: [], unjudged: [{ from, what: operation, reason: found.reason }] };
  const { judged, breaches } = found;
  const observations = judged.judgement.observations.filter(({ clause }) => !ofTheHead.has(clause));
  const judgement = { ...judged.judgement, observations };
  return { cases: [{ judged: { ...judged, judgement }, breaches, from }], unjudged: [] };
}
