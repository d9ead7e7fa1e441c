import { encodeForm } from '../../schemas/media/form.ts';
import { operationOf } from '../../schemas/operations.ts';
import type {
  Answer,
  DocumentedOperationId,
  Encoding,
  Exchange,
  JsonObject,
  JsonValue,
  NoAnswer,
  PageVisit,
  SentRequest,
} from '../../schemas/types.ts';

/** What a test says about an exchange; everything else is plain. */
export interface Told {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly durationMs?: number;
  readonly sent?: Partial<SentRequest>;
  readonly page?: PageVisit;
  readonly id?: string;
}

/** Content types that services give to their media. */
const contentTypes = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html; charset=utf-8',
} as const;

/** Builds an exchange of a request value and an answer body, as text, bytes or a JSON value. */
export function exchangeOf(
  operation: DocumentedOperationId,
  request: JsonValue,
  body: string | Uint8Array | JsonObject,
  told: Told = {},
): Exchange {
  const { answers } = operationOf(operation);
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const received: Answer = {
    kind: 'answer',
    status: told.status ?? 200,
    headers: told.headers ?? { 'content-type': contentTypes[answers] },
    body: typeof text === 'string' ? Buffer.from(text) : text,
    durationMs: told.durationMs ?? 12,
  };
  return exchangeAround(operation, request, received, told);
}

/** Builds an exchange that got no answer. */
export function unansweredExchange(
  operation: DocumentedOperationId,
  request: JsonValue,
  reason: NoAnswer['reason'],
  told: Told = {},
): Exchange {
  return exchangeAround(operation, request, { kind: 'none', reason, detail: reason, durationMs: 12 }, told);
}

function exchangeAround(
  operation: DocumentedOperationId,
  value: JsonValue,
  received: Answer | NoAnswer,
  told: Told,
): Exchange {
  const { encoding, path, declares } = operationOf(operation);
  const written = told.sent?.encoding ?? encoding;
  return {
    id: told.id ?? '00c0ffee',
    operation,
    sent: {
      method: 'POST',
      url: `http://127.0.0.1:8080${path}`,
      headers: { 'content-type': declares ?? 'application/json' },
      body: bodyOf(value, written),
      encoding: written,
      value,
      signed: true,
      intent: 'valid',
      ...told.sent,
    },
    received,
    ...(told.page === undefined ? {} : { page: told.page }),
    origin: { test: 'corpus', ordinal: 0, seed: 1 },
  };
}

function bodyOf(value: JsonValue, encoding: Encoding): string {
  return encoding === 'form' ? encodeForm(value as JsonObject, 'json') : JSON.stringify(value);
}
