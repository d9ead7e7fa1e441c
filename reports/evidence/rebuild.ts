import type { JudgedExchange } from '../../schemas/judge-run.ts';
import { decode } from '../../schemas/media/decode.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type { Answer, Exchange, JsonValue, NoAnswer } from '../../schemas/types.ts';
import { bytesOf } from '../redact/answer-text.ts';
import { replaceSecrets } from '../redact/body-text.ts';
import { fillCardNumbers } from '../redact/card-numbers.ts';
import { standInOf } from '../redact/masks.ts';
import { createScope } from '../redact/scope.ts';
import { maskValue } from '../redact/values.ts';
import type { EvidenceAnswer, EvidenceExchange } from './lines.ts';

// A masked card number is no longer digits, and a request with it would be graded as broken.
function withStandIns(value: JsonValue): JsonValue {
  return maskValue(value, { scope: createScope(), part: '', sweeps: false, depth: 0, replace: standInOf });
}

function answerOf(received: EvidenceAnswer | NoAnswer): Answer | NoAnswer {
  if (received.kind === 'none') return received;
  const { status, headers, body, charset, durationMs } = received;
  return {
    kind: 'answer',
    status,
    headers,
    body: bytesOf({ text: fillCardNumbers(body), ...(charset && { charset }) }),
    durationMs,
  };
}

/** The exchange that a line of evidence describes, with digits standing in for masked ones. */
export function rebuildExchange(evidence: EvidenceExchange): Exchange {
  const { id, operation, origin, page } = evidence;
  const { method, url, headers, body, encoding, value, signed, intent } = evidence.sent;
  return {
    id,
    operation,
    sent: {
      method,
      url,
      headers,
      body: replaceSecrets(body, standInOf),
      encoding,
      value: withStandIns(value),
      signed,
      intent,
    },
    received: answerOf(evidence.received),
    ...(page && { page }),
    origin,
  };
}

/** The rebuilt exchange with the judgement that the run gave it; the answer is decoded again. */
export function rebuildJudged(evidence: EvidenceExchange): JudgedExchange {
  const exchange = rebuildExchange(evidence);
  const { received, operation } = exchange;
  if (received.kind === 'none' || !isDocumented(operation))
    return { exchange, judgement: evidence.judgement };
  const decoded = decode(operationOf(operation).answers, received.body, received.headers['content-type']);
  return {
    exchange,
    judgement: decoded.ok ? { ...evidence.judgement, answer: decoded.value } : evidence.judgement,
  };
}
