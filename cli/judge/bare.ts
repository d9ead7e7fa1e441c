import { validateRequest } from '../../schemas/contract.ts';
import { judge } from '../../schemas/judge.ts';
import { operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, Exchange, SentRequest } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readBytes } from './read-file.ts';
import type { Reading } from './reading.ts';

/** What is known of a bare answer. */
export interface BareAnswer {
  readonly operation: DocumentedOperationId;
  readonly status: number;
  readonly contentType: string;
  /** File with the body of the request that it belongs to. */
  readonly request?: string;
}

type Asked = Pick<SentRequest, 'body' | 'value' | 'encoding' | 'signed' | 'intent' | 'unknown'>;

function askedIn(file: string, operation: DocumentedOperationId): Asked {
  const bytes = readBytes(file);
  const read = readRequest(operationOf(operation).path, bytes, undefined);
  if (!read.ok) throw new ConfigurationError(`${file}: ${read.reason}.`);
  const { value, encoding } = read;
  const intent = validateRequest(operation, value).length === 0 ? 'valid' : 'odd';
  return { body: bytes.toString('utf8'), value, encoding, signed: true, intent };
}

// Whoever saves an answer without its request asks whether it is one that the document shows.
const unknown: Asked = {
  body: '',
  value: {},
  encoding: 'json',
  signed: true,
  intent: 'valid',
  unknown: true,
};

/** Judges one saved answer, with the request that is known of it, if any. */
export function judgeBare(body: Buffer, { operation, status, contentType, request }: BareAnswer): Reading {
  const exchange: Exchange = {
    id: '0000000000',
    operation,
    sent: {
      method: 'POST',
      url: `http://saved.invalid${operationOf(operation).path}`,
      headers: {},
      ...(request === undefined ? unknown : askedIn(request, operation)),
    },
    received: {
      kind: 'answer',
      status,
      headers: contentType === '' ? {} : { 'content-type': contentType },
      body,
      durationMs: 0,
    },
    origin: { test: 'conformance judge', ordinal: 0, seed: 0 },
  };
  const sent = request === undefined ? [] : validateRequest(operation, exchange.sent.value);
  return {
    cases: [{ judged: { exchange, judgement: judge(exchange) }, from: 'the saved answer', breaches: sent }],
    unjudged: [],
  };
}
