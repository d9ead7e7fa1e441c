import { decode } from '../../schemas/media/decode.ts';
import type { Decoded } from '../../schemas/media/decoded.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type {
  Answer,
  Exchange,
  JsonValue,
  JudgedExchange,
  Judgement,
  NoAnswer,
} from '../../schemas/types.ts';
import { bytesOf } from '../redact/answer-text.ts';
import { placeIn, replaceSecrets } from '../redact/body-text.ts';
import { fillCardNumbers } from '../redact/card-numbers.ts';
import { classOf } from '../redact/classes.ts';
import { hasStandIn, standInOf } from '../redact/masks.ts';
import { createScope } from '../redact/scope.ts';
import { maskValue } from '../redact/values.ts';
import { leanAnswer, leanPage } from './lean-answer.ts';
import type { EvidenceAnswer, EvidenceExchange } from './lines.ts';

// A masked card number is no longer digits, and a request with it would be graded as broken.
function withStandIns(value: JsonValue): JsonValue {
  return maskValue(value, { ...placeIn(createScope(), ''), replace: standInOf });
}

function answerOf(received: EvidenceAnswer | NoAnswer): Answer | NoAnswer {
  if (received.kind === 'none') return received;
  const { status, headers, charset, blanks, durationMs } = received;
  return {
    kind: 'answer',
    status,
    headers,
    // A long body lies on disk, and thousands of them would not fit into memory beside each other.
    get body() {
      return bytesOf({ text: fillCardNumbers(received.body), ...(charset && { charset }) });
    },
    ...(blanks === undefined ? {} : { blanks }),
    durationMs,
  };
}

// Only payments by card need stand-ins; rebuilding any other body would be work for nothing.
function needsStandIns({ masked }: EvidenceExchange): boolean {
  return masked.some(
    (place) =>
      place.startsWith('sent.body.') && place.split(/[.[\]]+/).some((name) => hasStandIn(classOf(name))),
  );
}

/** The exchange that a line of evidence describes, with digits standing in for masked ones. */
export function rebuildExchange(evidence: EvidenceExchange): Exchange {
  const { id, operation, origin, page, sent } = evidence;
  const { path: _, shortened: __, ...request } = sent;
  const standIns = needsStandIns(evidence) && {
    body: replaceSecrets(sent.body, standInOf),
    value: withStandIns(sent.value),
  };
  return {
    id,
    operation,
    sent: { ...request, ...standIns },
    received: answerOf(evidence.received),
    ...(page && { page }),
    origin,
  };
}

/** The rebuilt exchange with the judgement that the run gave it; its answer is decoded when it is first looked at. */
export function rebuildJudged(evidence: EvidenceExchange): JudgedExchange {
  const exchange = rebuildExchange(evidence);
  const { received, operation } = exchange;
  if (received.kind === 'none' || !isDocumented(operation))
    return { exchange, judgement: evidence.judgement };
  const medium = operationOf(operation).answers;
  const lean = medium === 'html' ? leanPage : leanAnswer;
  let known: { readonly answer: JsonValue | undefined } | undefined;
  const read = () => {
    if (known === undefined) {
      const decoded: Decoded = decode(medium, received.body, received.headers['content-type']);
      known = { answer: decoded.ok ? lean(decoded.value) : undefined };
    }
    return known.answer;
  };
  const judgement: Judgement = Object.defineProperty({ ...evidence.judgement }, 'answer', {
    get: read,
    enumerable: true,
  });
  return { exchange, judgement };
}
