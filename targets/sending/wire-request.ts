import { hash } from 'node:crypto';
import { defined } from '../../schemas/defined.ts';
import type { BodyStyle } from '../../schemas/media/body-style.ts';
import { encodeForm } from '../../schemas/media/form.ts';
import { encodeJson } from '../../schemas/media/json.ts';
import { limits as mediaLimits } from '../../schemas/media/limits.ts';
import { spaceHeader } from '../../schemas/media/space-header.ts';
import { encodeXml } from '../../schemas/media/xml-write.ts';
import { encodingOfType, isDocumented, operationOf, typeOfEncoding } from '../../schemas/operations.ts';
import type {
  Departure,
  Encoding,
  JsonObject,
  JsonValue,
  OperationId,
  Origin,
  SentRequest,
} from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { RequestLayout } from '../file/target-keys.ts';
import type { Target } from '../target.ts';
import type { WireRequest } from '../transport/client.ts';
import type { RawParts } from './budget.ts';
import type { Signer } from './signing.ts';

/** A signature as sent, or derived from the right one of the body. */
export type Signature = string | ((right: string) => string);

/** How a request differs from a plain one. */
export interface RequestOptions {
  /** `valid` by default; a note that no verdict depends on. */
  readonly intent?: SentRequest['intent'];
  /** Departures from the document that the request alone does not show. */
  readonly departs?: SentRequest['departs'];
  readonly encoding?: Encoding;
  readonly contentType?: string;
  /** The writing of the body where its type leaves a choice. */
  readonly style?: BodyStyle;
  /** Sent instead of the encoded body. */
  readonly rawBody?: string;
  readonly method?: string;
  /** Path below the base address. */
  readonly path?: string;
  /** Value of encryption_data, or how it is derived from the right one; null leaves the field out. */
  readonly signature?: Signature | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Memory space of the embedded endpoint for the request; not sent to other targets. */
  readonly space?: string;
}

/** The request as sent, and as recorded: without credentials; and what of it the caller wrote itself. */
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
      // Like the port a part of the address, and not recorded.
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
    // A header with a credential is recorded by the name of its variable.
    headers: headersShown,
    body: text,
    encoding,
    value,
    signed: signer.armed,
    intent: options.intent ?? 'valid',
    ...(departs.length === 0 ? {} : { departs }),
  };
  const raw: RawParts = { url, headers: own, ...defined({ body: options.rawBody }) };
  return { sent, wire, raw };
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
  // A body with its own signature is about that signature.
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

/** Ten hex digits, equal for equal file, test, ordinal and seed; `attempt` marks a repeated read. */
export function exchangeId(
  { file, test, ordinal, seed }: Pick<Origin, 'file' | 'test' | 'ordinal' | 'seed'>,
  attempt = 0,
): string {
  // Sources and compiled files give the same ids.
  const place = (file ?? '').replace(/\.[jt]s$/, '');
  const again = attempt === 0 ? '' : `#again ${attempt}`;
  return hash('sha256', `${place}#${test}#${ordinal}#${seed}${again}`).slice(0, 10);
}

/** A request body as sent. */
export interface EncodedBody {
  readonly body: string;
  readonly encoding: Encoding;
  readonly contentType: string;
}

interface Chosen {
  readonly encoding?: Encoding | undefined;
  readonly contentType?: string | undefined;
  readonly style?: BodyStyle | undefined;
}

/** Writes a request body as chosen for the request, else as the target file says, else as the suite does. */
export function encodeRequest(
  operation: OperationId,
  value: JsonObject,
  { encodings }: Pick<Target, 'encodings'>,
  chosen: Chosen = {},
): EncodedBody {
  const wanted: RequestLayout = encodings[operation] ?? {
    encoding: isDocumented(operation) ? operationOf(operation).encoding : 'json',
  };
  const encoding = chosen.encoding ?? wanted.encoding;
  // The Content-Type of the target belongs to the encoding of the target.
  const usual =
    encoding === wanted.encoding
      ? (wanted.contentType ?? typeOfEncoding[encoding])
      : typeOfEncoding[encoding];
  return {
    body: bodyOf(value, encoding, wanted, chosen.style),
    encoding,
    contentType: chosen.contentType ?? usual,
  };
}

function bodyOf(value: JsonObject, encoding: Encoding, layout: RequestLayout, style: BodyStyle = {}): string {
  switch (encoding) {
    case 'json':
      return encodeJson(value, style.json);
    case 'form':
      return encodeForm(value, layout.nested ?? 'json', style.form);
    case 'xml':
      // The document shows no root and layout of an XML request (4.3, 4.8); "request" is the default root.
      return encodeXml(value, {
        ...style.xml,
        root: layout.xmlRoot ?? 'request',
        ...defined({ entries: layout.xmlEntries }),
      });
  }
}

/** The parts of a request that concern its caller and its body type. */
interface CallerAndType {
  readonly operation: OperationId;
  readonly value: JsonValue;
  readonly encoding: Encoding;
  /** Content-Type; undefined if unknown. */
  readonly contentType: string | undefined;
  readonly signature: SignatureState;
}

/** Whether encryption_data is what the merchant would send; `unknown` without a key. */
export type SignatureState = 'right' | 'wrong' | 'unknown';

/** Facts about merchant and service besides the document. */
interface Known {
  readonly merchant?: Target['merchant'] | undefined;
  readonly encodings?: Target['encodings'] | undefined;
}

/** The departures of a request from the document that no schema can see. */
export function departuresOf(asked: CallerAndType, { merchant, encodings }: Known): readonly Departure[] {
  const found: Departure[] = [];
  if (asked.signature === 'wrong') found.push('signature');
  if (merchant !== undefined && isForeignCaller(asked.value, merchant)) found.push('party');
  if (!isKnownType(asked, encodings?.[asked.operation])) found.push('body-type');
  return found;
}

/** Returns whether a request names a merchant or account other than those of the target. */
function isForeignCaller(value: JsonValue, merchant: Target['merchant']): boolean {
  const { merchant_id, account_id } = (value ?? {}) as JsonObject;
  const isOther = (name: JsonValue | undefined, own: readonly (string | undefined)[]) =>
    typeof name === 'string' && !own.includes(name);
  return (
    isOther(merchant_id, [merchant.merchant_id]) ||
    isOther(account_id, [merchant.account_id, merchant.otherAccountId])
  );
}

/**
 * Section 4: the declared type and the header of the sample commands contradict each other (C-01, C-05). A target file
 * says which one its service accepts; otherwise either may be sent, and a body declared as XML may be one object.
 */
function isKnownType(
  { operation, encoding, contentType }: CallerAndType,
  layout: RequestLayout | undefined,
): boolean {
  if (!isDocumented(operation)) return true;
  const { declares, encoding: usual } = operationOf(operation);
  const declared = declares === undefined ? undefined : encodingOfType[declares];
  const encodings = [layout?.encoding ?? usual, ...(layout === undefined ? [declared] : [])];
  if (declares !== undefined && !encodings.includes(encoding)) return false;
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === '') return true;
  return [
    typeOfEncoding[encoding],
    layout?.contentType?.split(';')[0]?.trim().toLowerCase(),
    // The type in the samples.
    typeOfEncoding.form,
  ].includes(type);
}
