import { METHODS } from 'node:http';
import { validateRequest } from '../../schemas/contract.ts';
import { defined } from '../../schemas/defined.ts';
import type { Said } from '../../schemas/findings/said.ts';
import { say } from '../../schemas/findings/say.ts';
import { judge } from '../../schemas/judge.ts';
import { operationPaths, readRequest } from '../../schemas/read-request.ts';
import { table } from '../../schemas/table.ts';
import type {
  Answer,
  ClauseId,
  DocumentedOperationId,
  Exchange,
  Finding,
  JsonObject,
  JsonValue,
  JudgedExchange,
  NoAnswer,
  Observation,
  Origin,
} from '../../schemas/types.ts';
import type { TargetFile } from '../../targets/file/target-keys.ts';
import type { Signer } from '../../targets/sending/signing.ts';
import {
  departuresOf,
  exchangeId,
  isForeignCaller,
  type SignatureState,
  signatureState,
} from '../../targets/sending/wire-request.ts';
import type { Target } from '../../targets/target.ts';

/** A request of another client and its answer. */
export interface WatchedExchange {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
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
  /** Makes the signatures of the target's merchant, to recognise a wrong one. */
  readonly signer?: Signer;
  readonly merchant?: TargetFile['merchant'];
  /** True if the caller says that the calls succeeded. */
  readonly accepted?: true;
  /** The encodings of bodies in the target file. */
  readonly encodings?: Target['encodings'];
  /** The operation, where the caller names it. */
  readonly operation?: DocumentedOperationId;
  /** True if the caller vouches for the signature. */
  readonly isSigned?: true;
}

/** A breach of the document by the request. */
export interface CallerBreach {
  /** Absent if the body cannot be read. */
  readonly clause?: ClauseId;
  readonly path: string;
  readonly expected: Said;
  readonly received: Said;
}

/** A watched exchange with its judgement, or the reason why it is not judged. */
type WatchedJudgement =
  | { readonly judged: JudgedExchange; readonly breaches: readonly CallerBreach[] }
  | { readonly reason: string };

/** Judges a watched exchange if it is a POST to a documented path. */
export function judgeWatched(watched: WatchedExchange, point: WatchedService): WatchedJudgement {
  const { method, url, headers, received, origin } = watched;
  const path = documentedPath(url, point.base);
  if (path === undefined) return { reason: whyNoPath(url, point.base) };
  if (method !== 'POST') return { reason: whyNoCall(method) };
  const read = readRequest(path, watched.body, headers['content-type']);
  const operation = point.operation ?? read.operation;
  if (read.ok && operation === 'redirect-payment' && 'allParams' in read.value)
    return { reason: 'the post of a redirect page (2.8), which calls no operation' };
  const body = Buffer.from(watched.body).toString('utf8');
  const value: JsonValue = read.ok ? read.value : body;
  const signature = read.ok ? signatureOf(read.value, operation, point) : 'unknown';
  const breaches: readonly CallerBreach[] = read.ok
    ? validateRequest(operation, read.value)
    : [{ path: '', expected: say('readable-body'), received: say('plain', [read.reason]) }];
  const wrong: readonly CallerBreach[] = signature === 'wrong' ? [wrongSignature] : [];
  const contentType = headers['content-type'];
  const { encoding } = read;
  const departs = departuresOf({ operation, value, encoding, contentType, signature }, point);
  const exchange: Exchange = {
    id: exchangeId(origin),
    operation,
    sent: {
      method,
      url,
      headers,
      body,
      encoding,
      value,
      signed: signature === 'right',
      // The caller meant the request to be valid, but a breach may be refused.
      intent: breaches.length === 0 && departs.length === 0 ? 'valid' : 'odd',
      ...(departs.length === 0 ? {} : { departs }),
    },
    received,
    origin,
    ...defined({ accepted: received.kind === 'none' ? undefined : point.accepted }),
  };
  return { judged: { exchange, judgement: judge(exchange) }, breaches: [...breaches, ...wrong] };
}

const wrongSignature: CallerBreach = {
  clause: '5.1/signature-checked',
  path: 'encryption_data',
  expected: say('recipe-signature'),
  received: say('another-one'),
};

/** Returns the documented path at the end of an address, directly below the base if there is one. */
export function documentedPath(url: string, base: string | undefined): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  if (base === undefined) return operationPaths.find((path) => pathname.endsWith(path));
  const below = new URL(base);
  if (origin !== below.origin) return undefined;
  const prefix = below.pathname.replace(/\/+$/, '');
  return operationPaths.find((path) => pathname === `${prefix}${path}`);
}

/** Returns a path that is safe to print: without query and without segments that may be tokens. */
export function shownPath(path: string): string {
  return path.replace(/\?.*$/s, '').replaceAll(/[^/]{20,}/g, (step) => (/\d/.test(step) ? '…' : step));
}

/** Returns why an address has no documented operation: it is not below the base or has another path. */
export function whyNoPath(url: string, base: string | undefined): string {
  if (base !== undefined && URL.canParse(url)) {
    const { origin, pathname } = new URL(url);
    const below = new URL(base);
    const isBelow =
      origin === below.origin && `${pathname}/`.startsWith(`${below.pathname.replace(/\/+$/, '')}/`);
    if (!isBelow) return `it is not below the base address ${base}`;
  }
  return 'no documented operation has this path';
}

/** Returns why a request with this method does not call an operation. */
export function whyNoCall(method: string): string {
  return method === 'OPTIONS'
    ? 'a preflight request of a browser (OPTIONS), which calls no operation'
    : `the operation is called with POST, not ${shownMethod(method)}`;
}

/** Returns the method if HTTP knows it; any other may contain anything. */
export function shownMethod(method: string): string {
  return METHODS.includes(method) ? method : 'another method';
}

// Checking a signature needs the key and the merchant (5.5).
function signatureOf(
  value: JsonObject,
  operation: DocumentedOperationId,
  { signer, merchant, isSigned }: WatchedService,
): SignatureState {
  if (isSigned) return 'right';
  const isOurs = merchant !== undefined && !isForeignCaller(value, merchant);
  return signer?.armed === true && isOurs ? signatureState(value, operation, signer) : 'unknown';
}

/** One judged exchange of a file. */
export interface JudgedCase {
  readonly judged: JudgedExchange;
  /** Its place in the file, such as `entry 3`; absent if the id of the exchange is enough. */
  readonly from?: string;
  readonly breaches: readonly CallerBreach[];
}

/** A part of a file that was not judged, and why. */
export interface Unjudged {
  readonly from: string;
  readonly what: string;
  readonly reason: string;
}

/** A note about the file or its judging, not about the service. */
export interface FileNote {
  readonly from: string;
  readonly what: string;
}

/** The contents of a file, judged. */
export interface Reading {
  /** In order of time. */
  readonly cases: readonly JudgedCase[];
  readonly unjudged: readonly Unjudged[];
  /** What the recorder changed. */
  readonly notes?: readonly FileNote[];
  /** How answers were read. */
  readonly readAs?: readonly FileNote[];
  /** The verdicts on pairs of exchanges, if the file says which belong together. */
  readonly pairs?: { readonly findings: readonly Finding[]; readonly observations: readonly Observation[] };
}
