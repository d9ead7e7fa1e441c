import { validateRequest } from '../../schemas/contract.ts';
import { given } from '../../schemas/given.ts';
import { judge } from '../../schemas/judge.ts';
import { decode } from '../../schemas/media/decode.ts';
import { operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, Exchange, SentRequest } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { cutWords, missingOf } from './har-body.ts';
import type { SavedMessage } from './http-message.ts';
import { readBytes } from './read-file.ts';
import type { JudgedCase, Reading, Unjudged } from './reading.ts';

/** What is known of saved answers besides themselves. */
export interface AboutAnswers {
  readonly operation: DocumentedOperationId;
  /** File with the body of the request that it belongs to. */
  readonly request?: string;
  /** Whoever saved them says that the calls succeeded. */
  readonly accepted?: true;
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

/** Judges saved answers, with the request that is known of them, if any. */
export function judgeBare(
  answers: readonly SavedMessage[],
  { operation, request, accepted }: AboutAnswers,
): Reading {
  const asked = request === undefined ? unknown : askedIn(request, operation);
  const breaches = request === undefined ? [] : validateRequest(operation, asked.value);
  const cases: JudgedCase[] = [];
  const unjudged: Unjudged[] = [];
  for (const [index, { status, headers, body }] of answers.entries()) {
    const from = answers.length === 1 ? 'the saved answer' : `answer ${index + 1} of ${answers.length}`;
    const length = Number(headers['content-encoding'] === undefined ? headers['content-length'] : Number.NaN);
    const text = Buffer.from(body).toString('latin1');
    const missing = length > 0 ? missingOf(body, [length], text) : 0;
    const { answers: medium } = operationOf(operation);
    if (missing > 0 && (medium === 'html' || !decode(medium, body, headers['content-type']).ok)) {
      unjudged.push({ from, what: operation, reason: cutWords(body, missing) });
      continue;
    }
    const exchange: Exchange = {
      id: String(index).padStart(10, '0'),
      operation,
      sent: {
        method: 'POST',
        url: `http://saved.invalid${operationOf(operation).path}`,
        headers: {},
        ...asked,
      },
      received: { kind: 'answer', status, headers, body, durationMs: 0 },
      origin: { test: 'conformance judge', ordinal: index, seed: 0 },
      ...given({ accepted }),
    };
    cases.push({ judged: { exchange, judgement: judge(exchange) }, from, breaches });
  }
  return { cases, unjudged };
}
