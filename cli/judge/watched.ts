import { METHODS } from 'node:http';
import { validateRequest } from '../../schemas/contract.ts';
import { say } from '../../schemas/findings/say.ts';
import { wordsOfBoth } from '../../schemas/findings/words.ts';
import { judge } from '../../schemas/judge.ts';
import { urlIn } from '../../schemas/media/url-in.ts';
import { operationPaths, type ReadRequest, readRequest } from '../../schemas/read-request.ts';
import { table } from '../../schemas/table.ts';
import type {
  Answer,
  DocumentedOperationId,
  Exchange,
  Finding,
  JsonValue,
  JudgedExchange,
  NoAnswer,
  Origin,
} from '../../schemas/types.ts';
import { departuresOf, exchangeId } from '../../targets/sending/wire-request.ts';

/** A request of another client and its answer. */
export interface WatchedExchange {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if only the answer is known; the question is then whether the document shows this answer. */
  readonly body?: Uint8Array;
  readonly received: Answer | NoAnswer;
  readonly origin: Origin;
}

/** Returns headers by lower-case name; repeated values are joined. */
export function headersByName(pairs: readonly (readonly [name: string, value: string])[]) {
  const headers: Record<string, string> = table();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

/** What is known about the watched service. */
export interface WatchedService {
  /** The {base_url} without a final slash; if absent, a documented path may follow any address. */
  readonly base?: string;
  /** The operation, where the caller names it. */
  readonly operation?: DocumentedOperationId;
  /** True if the caller vouches for the signature, which cannot be checked without the key. */
  readonly isSigned?: true;
}

/** A watched exchange with its judgement and the caller's own breaches, or the reason why it is not judged. */
type WatchedJudgement =
  | { readonly judged: JudgedExchange; readonly breaches: readonly Finding[] }
  | { readonly reason: string };

/** Judges a watched exchange if it is a POST to a documented path. */
export function judgeWatched(watched: WatchedExchange, service: WatchedService): WatchedJudgement {
  const { method, url, headers, received, origin } = watched;
  const called = calledPath(method, url, service.base);
  if ('reason' in called) return called;
  const contentType = headers['content-type'];
  const read = readRequest(called.path, watched.body ?? Buffer.from('{}'), contentType);
  const operation = service.operation ?? read.operation;
  if (read.ok && operation === 'redirect-payment' && 'allParams' in read.value)
    return { reason: 'the post of a redirect page (2.8), which calls no operation' };
  const isKnown = watched.body !== undefined;
  const id = exchangeId(origin);
  const breaches = isKnown ? breachesOf(read, operation, id) : [];
  const signed = read.ok && service.isSigned === true;
  const body = Buffer.from(watched.body ?? '').toString('utf8');
  const { encoding } = read;
  const value: JsonValue = read.ok ? read.value : body;
  const signature = signed ? 'right' : 'unknown';
  const departs = isKnown ? departuresOf({ operation, value, encoding, contentType, signature }, {}) : [];
  const exchange: Exchange = {
    id,
    operation,
    sent: {
      method,
      url,
      headers,
      body,
      encoding,
      value,
      signed,
      // The caller meant the request to be valid, but a breach may be refused.
      intent: breaches.length === 0 && departs.length === 0 ? 'valid' : 'odd',
      ...(departs.length === 0 ? {} : { departs }),
      ...(isKnown ? {} : { unknown: true }),
    },
    received,
    origin,
  };
  return { judged: { exchange, judgement: judge(exchange) }, breaches };
}

/** The breaches of the document by a request; without a clause if it cannot be read. */
function breachesOf(read: ReadRequest, operation: DocumentedOperationId, exchange: string): Finding[] {
  const found = read.ok
    ? validateRequest(operation, read.value)
    : [{ clause: '', path: '', expected: say('readable-body'), received: say('plain', [read.reason]) }];
  return found.map(({ clause, path, expected, received }) => {
    const values = { expected, received };
    const about = { clause, operation, path, exchange, verdict: 'warn', kind: 'value', message: '' } as const;
    return { ...about, values, ...wordsOfBoth(values) };
  });
}

/** Returns the documented path that a request calls, directly below the base if there is one; or why it calls none. */
export function calledPath(
  method: string,
  url: string,
  base: string | undefined,
): { readonly path: string } | { readonly reason: string } {
  const address = urlIn(url);
  const root = base === undefined ? undefined : new URL(base);
  const prefix = root?.pathname.replace(/\/+$/, '');
  if (root !== undefined && !(address?.origin === root.origin && address.pathname.startsWith(`${prefix}/`)))
    return { reason: `it is not below the base address ${base}` };
  const path = operationPaths.find((one) =>
    prefix === undefined ? address?.pathname.endsWith(one) : address?.pathname === `${prefix}${one}`,
  );
  if (path === undefined) return { reason: 'no documented operation has this path' };
  if (method === 'OPTIONS')
    return { reason: 'a preflight request of a browser (OPTIONS), which calls no operation' };
  return method === 'POST'
    ? { path }
    : { reason: `the operation is called with POST, not ${shownMethod(method)}` };
}

/** Returns the method if HTTP knows it; any other may contain anything. */
export function shownMethod(method: string): string {
  return METHODS.includes(method) ? method : 'another method';
}

/** One judged exchange of a file. */
export interface JudgedCase {
  readonly judged: JudgedExchange;
  /** Its place in the file, such as `entry 3`. */
  readonly from: string;
  readonly breaches: readonly Finding[];
}

/** A part of a file that was not judged, and why. */
export interface Unjudged {
  readonly from: string;
  readonly what: string;
  readonly reason: string;
}

/** The contents of a file, judged. */
export interface Reading {
  /** In order of time. */
  readonly cases: readonly JudgedCase[];
  readonly unjudged: readonly Unjudged[];
}
