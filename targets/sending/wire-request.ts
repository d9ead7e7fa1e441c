import { hash } from 'node:crypto';
import type { BodyStyle } from '../../schemas/media/body-style.ts';
import { limits as mediaLimits } from '../../schemas/media/limits.ts';
import { spaceHeader } from '../../schemas/media/space-header.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type { Encoding, JsonObject, OperationId, Origin, SentRequest } from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { Target } from '../target.ts';
import type { WireRequest } from '../transport.ts';
import { departuresOf, type SignatureState } from './departures.ts';
import { encodeRequest } from './encode-request.ts';
import type { Signer } from './signing.ts';

/** A signature as it is sent, or made of the right one of the body. */
export type Signature = string | ((right: string) => string);

/** How the request itself differs from a plain one. */
export interface RequestOptions {
  /** `valid` unless given; a note, which no verdict depends on. */
  readonly intent?: SentRequest['intent'];
  /** Departures from the document that the request alone does not show. */
  readonly departs?: SentRequest['departs'];
  readonly encoding?: Encoding;
  readonly contentType?: string;
  /** How the body is written where its type leaves a choice. */
  readonly style?: BodyStyle;
  /** Goes onto the wire instead of the encoded body. */
  readonly rawBody?: string;
  readonly method?: string;
  /** Path below the base address. */
  readonly path?: string;
  /** Value of encryption_data, or how it is made of the right one; null leaves the field out. */
  readonly signature?: Signature | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Memory of the embedded endpoint that the request is for; other targets are not told. */
  readonly space?: string;
}

/** The request as it goes onto the wire, and as it is recorded: without credentials. */
export function requestOf(
  target: Target,
  signer: Signer,
  operation: OperationId,
  body: JsonObject,
  options: RequestOptions,
) {
  const { value, signature } = signed(body, signer, operation, options.signature);
  const { body: encoded, encoding, contentType } = encodeRequest(operation, value, target, options);
  const method = options.method ?? 'POST';
  const url = addressOf(target, operation, options.path);
  const text = options.rawBody ?? encoded;
  const plain = { 'content-type': contentType, accept: '*/*', 'user-agent': 'payment-acquiring-conformance' };
  const own = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]),
  );
  const wire: WireRequest = {
    method,
    url,
    headers: {
      ...plain,
      ...mapped(target.headers, (header) => header.reveal()),
      ...own,
      // Part of the address, as the port is, and as little recorded.
      ...(target.environment === 'embedded' && options.space !== undefined
        ? { [spaceHeader]: options.space }
        : {}),
    },
    body: text,
    timeoutMs: options.timeoutMs ?? target.limits.timeoutMs,
    maxBytes: mediaLimits.bytes,
  };
  const headersShown = { ...plain, ...mapped(target.headers, (header) => header.shown), ...own };
  const asked = { operation, value, encoding, contentType: headersShown['content-type'], signature };
  const departs = [
    ...departuresOf(asked, target),
    ...(options.rawBody === undefined ? [] : ['body' as const]),
    ...(options.departs ?? []),
  ];
  const sent: SentRequest = {
    method,
    url,
    // Headers with a credential are recorded by the name of their variable.
    headers: headersShown,
    body: text,
    encoding,
    value,
    signed: signer.armed,
    intent: options.intent ?? 'valid',
    ...(departs.length === 0 ? {} : { departs }),
  };
  return { sent, wire };
}

function signed(
  body: JsonObject,
  signer: Signer,
  operation: OperationId,
  chosen: Signature | null | undefined,
): { readonly value: JsonObject; readonly signature: SignatureState } {
  const { encryption_data: brought, ...rest } = body;
  if (chosen === null) return { value: rest, signature: 'unknown' };
  const right = signer.sign(rest, operation);
  const made = typeof chosen === 'function' ? chosen(right) : chosen;
  // A body that brings its own signature is about that signature.
  const sent = made ?? (brought === undefined ? right : brought);
  return { value: { ...body, encryption_data: sent }, signature: sent === right ? 'right' : 'wrong' };
}

function addressOf(target: Target, operation: OperationId, path: string | undefined): string {
  if (target.baseUrl === undefined) {
    throw new ConfigurationError(
      `target "${target.name}" has no address: the embedded endpoint is not running.`,
    );
  }
  const own = isDocumented(operation) ? operationOf(operation).path : target.optimise?.path;
  if (path === undefined && own === undefined) {
    throw new ConfigurationError(
      `${operation} needs "optimise.path" in the target file; the document shows none (4.12).`,
    );
  }
  return target.baseUrl + (path ?? own);
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** Ten hex digits that are the same for the same file, test, ordinal and seed; `attempt` tells a re-sent read from the first. */
export function exchangeId(
  { file, test, ordinal, seed }: Pick<Origin, 'file' | 'test' | 'ordinal' | 'seed'>,
  attempt = 0,
): string {
  // The sources and the compiled suite give the same ids.
  const place = (file ?? '').replace(/\.[jt]s$/, '');
  const again = attempt === 0 ? '' : `#again ${attempt}`;
  return hash('sha256', `${place}#${test}#${ordinal}#${seed}${again}`).slice(0, 10);
}
