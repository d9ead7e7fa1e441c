import { defined } from '../../schemas/defined.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readBody } from './body.ts';
import { headersByName, judgeWatched, type Reading, type Unjudged } from './watched.ts';

type Patterns = readonly (readonly [pattern: RegExp, what: string])[];

// What is certainly no answer of a service, by the start of the file; one character per byte.
const others: Patterns = [
  [
    /^[\s\S]{0,3900}(?:<items\b[^>]*\bburpVersion|<charles-session\b|"_postman_\w+"|schema\.getpostman\.com|"__export_format")/,
    'an export of another tool; export HAR, or save the answer alone',
  ],
  [/^\d{1,9}:\d{1,4}:[a-z_]+;/, 'a file of mitmproxy, whose command save.har writes a HAR file'],
  [/^\s*\{\s*"(?:statement|kind)"\s*:/, 'a part of the reports of a run, which verify judges again'],
  [/^\xff\xfeH\0T\0T\0P\0\/\0/, 'text of two bytes per character (UTF-16); save it as UTF-8'],
  [/^\s*(?:[A-Z]+ \S+ HTTP\/\d|###|(?:GET|POST|PUT) https?:)/, 'a request; save the answer alone'],
  [/^(?:PK|7z\xbc\xaf|\x28\xb5\x2f\xfd|BZh\d|\xfd7zXZ|Rar!)/, 'packed; unpack it'],
];

const alone = 'save the answer alone';
// What a tool or a terminal wrote before an answer, into it or behind it.
const shown: Patterns = [
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
  [
    /\n(?:Response code: \d{3} |Response file saved\.)[^<{]*$/,
    `what an editor wrote below an answer; ${alone}`,
  ],
  [/^[0-9a-f]{1,8}\r?\n[\s\S]*\n0\r?\n\s*$/i, 'the lengths of chunks; curl -i saves an answer without them'],
  [/[}>]\s*[1-5]\d\d(?:\s+[\d.]+)*\s*$/, `a number behind the answer, as curl -w prints one; ${alone}`],
];

/** Throws for a file that is certainly no answer. */
export function demandAnswer(file: string, bytes: Uint8Array): void {
  const what = knownAs(others, bytes.subarray(0, 4000));
  if (what !== undefined)
    throw new ConfigurationError(`${file} is ${what}. Judge reads HAR files and single answers.`);
}

/** The words for the first row that matches the bytes. */
function knownAs(rows: Patterns, bytes: Uint8Array): string | undefined {
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

// A status line, its words, headers (a value may continue on the next line), and the body, which may have no blank line before it.
const whole =
  /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t](.*))?(?:\r?\n|$)((?:[\w!#$%&'*+.^`|~-]+:.*(?:\r?\n|$)(?:[ \t]+[^\r\n<{[]*\r?\n)*)*)(?:\r?\n)?/;
// Inside a file a status line counts only before a header or an empty line, as in no body.
const nextMessage = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}(?:[ \t].*)?\r?\n(?=[\w!#$%&'*+.^`|~-]+:|\r?\n)/gm;

/** The answers of a file that begins with a status line, without those that only lead to one; undefined for any other file. */
function messagesIn(bytes: Uint8Array): readonly Message[] | undefined {
  // One character per byte.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  if (!whole.test(text)) return undefined;
  const starts = [...text.matchAll(nextMessage)].map(({ index }) => index).filter((index) => index > 0);
  return [0, ...starts].flatMap((start, at) => messageIn(text.slice(start, starts[at] ?? text.length)));
}

function messageIn(text: string): readonly Message[] {
  const [head = '', digits, words = '', lines = ''] = whole.exec(text) ?? [];
  const status = Number(digits);
  // An interim answer, or that of a proxy which opens a tunnel.
  if (status < 200 || /^connection established/i.test(words)) return [];
  const headers = headersByName(
    [...lines.matchAll(/^([^\s:]+):(.*)$/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
  return [{ status, headers, body: Buffer.from(text.slice(head.length), 'latin1') }];
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
  const { operation, status } = about;
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
  const body = readBody({ kept: last.body, headers: last.headers, answers: operation, edited: true });
  const noise = 'reason' in body ? undefined : knownAs(shown, body.bytes);
  if (noise !== undefined) throw new ConfigurationError(`${file} holds ${noise}.`);
  const found = 'reason' in body ? body : judgeReceived({ ...last, body: body.bytes }, about);
  if ('reason' in found)
    return { cases: [], unjudged: [...unjudged, { from, what: operation, reason: found.reason }], notes: [] };
  const { judged, breaches } = found;
  const observations = judged.judgement.observations.filter(({ clause }) => !ofTheHead.has(clause));
  const judgement = { ...judged.judgement, observations };
  return { cases: [{ judged: { ...judged, judgement }, breaches, from }], unjudged, notes: [] };
}

function judgeReceived(answer: Message, { operation, request, accepted }: AboutAnswer) {
  return judgeWatched(
    {
      method: 'POST',
      url: `http://saved.invalid${operationOf(operation).path}`,
      headers: {},
      received: { kind: 'answer', ...answer, durationMs: 0 },
      origin: { test: 'conformance judge', ordinal: 0, seed: 0 },
      ...defined({ body: request }),
    },
    // The caller vouches for the request.
    { operation, isSigned: true, ...defined({ accepted }) },
  );
}
