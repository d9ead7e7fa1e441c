import { table } from '../../schemas/table.ts';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import { bodyIn } from './har-body.ts';
import { type HarEntry, type HarPair, parseHar } from './har-schema.ts';
import type { JudgedCase, Reading, Unjudged } from './reading.ts';
import { documentedPath, judgeWatched, type Watchpoint, whyNoPath } from './watched.ts';

/** Judges the entries of a HAR file that called a documented operation; the others are named with the reason. */
export function judgeHar(file: string, bytes: Buffer, point: Watchpoint): Reading {
  const places = parseHar(file, bytes);
  const entries = places.flatMap(({ entry, index }) => (entry === undefined ? [] : [{ entry, index }]));
  // Entries are listed page by page, and rules across a run need the order of time.
  const inTime = entries.sort(
    (one, other) =>
      Date.parse(one.entry.startedDateTime) - Date.parse(other.entry.startedDateTime) ||
      one.index - other.index,
  );
  const cases: JudgedCase[] = [];
  const unjudged: Unjudged[] = places.flatMap(({ problem, index }) =>
    problem === undefined ? [] : [{ from: `entry ${index + 1}`, what: 'cannot be read', reason: problem }],
  );
  for (const { entry, index } of inTime) {
    const from = `entry ${index + 1}${entry.pageref === undefined ? '' : ` of ${entry.pageref}`}`;
    const found = judgeEntry(file, entry, from, index, point);
    if ('reason' in found) unjudged.push({ from, what: callOf(entry), reason: found.reason });
    else cases.push({ ...found, from });
  }
  return { cases, unjudged };
}

function judgeEntry(file: string, entry: HarEntry, from: string, index: number, point: Watchpoint) {
  const { request } = entry;
  // What is no business of ours needs no body either.
  if (documentedPath(request.url, point.base) === undefined)
    return { reason: whyNoPath(request.url, point.base) };
  const sent = bodyIn(file, request.postData, (request.bodySize ?? 0) > 0);
  if ('reason' in sent) return { reason: `request: ${sent.reason}` };
  const received = receivedOf(file, entry);
  if ('reason' in received && !('kind' in received)) return { reason: `answer: ${received.reason}` };
  return judgeWatched(
    {
      method: request.method.toUpperCase(),
      url: request.url,
      headers: withType(headersOf(request.headers), request.postData?.mimeType),
      body: sent.bytes,
      received,
      origin: { test: `conformance judge › ${from}`, ordinal: index, seed: 0 },
    },
    point,
  );
}

function receivedOf(file: string, { response, time = 0 }: HarEntry): Answer | NoAnswer | { reason: string } {
  const { status, headers, content } = response;
  const failure = response._failureText ?? response._error ?? '';
  if (status < 100) {
    const detail = failure.split('\n')[0] || 'the file holds no answer';
    return { kind: 'none', reason: reasonOf(detail), detail, durationMs: Math.max(0, time) };
  }
  const mayBeEmpty = content.size === 0 || status === 204 || status === 304;
  const body = bodyIn(file, content, !mayBeEmpty);
  if ('reason' in body) return body;
  return {
    kind: 'answer',
    status,
    headers: withType(headersOf(headers), content.mimeType),
    body: body.bytes,
    durationMs: Math.max(0, time),
  };
}

function reasonOf(text: string): NoAnswer['reason'] {
  if (/timed?[ _-]?out/i.test(text)) return 'timeout';
  if (/refused|name_not_resolved|not ?found|unreachable|cert|ssl|tls/i.test(text)) return 'unreachable';
  return /reset|closed|empty_response|hang up/i.test(text) ? 'reset' : 'aborted';
}

function headersOf(pairs: readonly HarPair[]): Record<string, string> {
  const headers: Record<string, string> = table();
  for (const { name, value = '' } of pairs) {
    const key = name.toLowerCase();
    // HTTP/2 writes method and address as headers of this kind.
    if (key.startsWith(':')) continue;
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

// Some exports leave the headers out and keep the type only with the body.
function withType(headers: Record<string, string>, type: string | undefined): Record<string, string> {
  const known = Object.hasOwn(headers, 'content-type') || Object.keys(headers).length > 0;
  return known || type === undefined || type === '' || type === 'x-unknown'
    ? headers
    : { ...headers, 'content-type': type };
}

function callOf({ request }: HarEntry): string {
  const { url, method } = request;
  if (!URL.canParse(url)) return method;
  // A query may hold what nobody should read.
  const { host, pathname, protocol } = new URL(url);
  return `${method} ${host === '' ? protocol : host + pathname}`;
}
