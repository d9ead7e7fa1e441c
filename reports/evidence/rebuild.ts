import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../schemas/defined.ts';
import { judge } from '../../schemas/judge.ts';
import { decode } from '../../schemas/media/decode.ts';
import { type Decoded, knownValue } from '../../schemas/media/decoded.ts';
import { onceFor } from '../../schemas/once-for.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type {
  Answer,
  Exchange,
  Finding,
  JsonValue,
  JudgedExchange,
  Judgement,
  NoAnswer,
  Observation,
  SentRequest,
} from '../../schemas/types.ts';
import { bytesOf } from '../redact/answer-text.ts';
import { fillCardNumbers } from '../redact/card-numbers.ts';
import { classOf } from '../redact/classes.ts';
import { hasStandIn, standInOf } from '../redact/masks.ts';
import { replaceSecrets } from '../redact/message.ts';
import { hasMaskedWords } from '../verify/masked-places.ts';
import type { EvidenceAnswer, EvidenceExchange } from './lines.ts';
import { trimmedAnswer, trimmedPage } from './trimmed-answer.ts';

// A masked card number has letters, so its request would be graded as broken; the same holds for an open value, such as
// an amount, that looks like a card number. Other values stay as they are.
const withStandIns = (text: string) => replaceSecrets(text, standInOf, fillCardNumbers);

function answerOf(received: EvidenceAnswer | NoAnswer): Answer | NoAnswer {
  if (received.kind === 'none') return received;
  const { status, headers, charset, blanks, durationMs } = received;
  return {
    kind: 'answer',
    status,
    headers,
    // Long bodies are on disk, and thousands of them would not fit into memory.
    get body() {
      return bytesOf({ text: fillCardNumbers(received.body), ...(charset && { charset }) });
    },
    ...(blanks === undefined ? {} : { blanks }),
    durationMs,
  };
}

// Only masked cards, security codes and open values that look like card numbers need stand-ins.
const needsStandIns = onceFor((masked: EvidenceExchange['masked']) =>
  masked.some((place) => {
    if (!place.startsWith('sent.body.')) return false;
    const classes = place.split(/[.[\]]+/).map(classOf);
    return classes.some(hasStandIn) || classes.every((secret) => secret === undefined);
  }),
);

function sentOf({ sent, masked }: EvidenceExchange): SentRequest {
  const { method, url, headers, body, encoding, value, signed, intent, taken, departs } = sent;
  const others = { method, url, headers, encoding, signed, intent, ...defined({ taken, departs }) };
  if (!needsStandIns(masked)) return { ...others, body, value };
  const written = JSON.stringify(value);
  const filled = withStandIns(written);
  return {
    ...others,
    // Rules over a whole run read few bodies.
    get body() {
      return written === body ? filled : withStandIns(body);
    },
    value: JSON.parse(filled) as JsonValue,
  };
}

/** The exchange of an evidence line, with digits in place of masked ones, ready to be judged again. */
export function exchangeOf(evidence: EvidenceExchange): Exchange {
  const { id, operation, origin, page, accepted, statuses, times } = evidence;
  return {
    id,
    operation,
    sent: sentOf(evidence),
    received: answerOf(evidence.received),
    ...(page && { page }),
    origin,
    ...defined({ accepted, statuses, times }),
  };
}

/** The rebuilt exchange with the judgement of the run; its answer is decoded on first use. */
export function judgedOf(evidence: EvidenceExchange): JudgedExchange {
  const exchange = exchangeOf(evidence);
  const { received, operation } = exchange;
  if (received.kind === 'none' || !isDocumented(operation))
    return { exchange, judgement: evidence.judgement };
  const medium = operationOf(operation).answers;
  const lean = medium === 'html' ? trimmedPage : trimmedAnswer;
  let known: { readonly answer: JsonValue } | undefined;
  const read = () => {
    const decoded: Decoded = decode(medium, received.body, received.headers['content-type']);
    return { answer: decoded.ok ? lean(knownValue(decoded)) : undefined } as { readonly answer: JsonValue };
  };
  const judgement: Judgement = {
    ...evidence.judgement,
    get answer() {
      known ??= read();
      return known.answer;
    },
  };
  return { exchange, judgement };
}

const keyOf = ({ clause, verdict, path }: Finding) => `${clause}\n${verdict}\n${path}`;

// The digits that replace masked ones in a second judgement must not appear in reports.
function findingsIn(stored: readonly Finding[], again: readonly Finding[]): readonly Finding[] {
  const same = new Set(stored.filter((one) => again.some((other) => isDeepStrictEqual(one, other))));
  const others = again.filter((other) => !stored.some((one) => isDeepStrictEqual(one, other)));
  return stored.map((one) => {
    if (same.has(one) || hasMaskedWords(one)) return one;
    const at = others.findIndex((other) => keyOf(other) === keyOf(one));
    return at === -1 ? one : (others.splice(at, 1)[0] ?? one);
  });
}

function observationsIn(
  stored: readonly Observation[],
  again: readonly Observation[],
): readonly Observation[] {
  const isSame =
    stored.length === again.length && stored.every(({ clause }, at) => clause === again[at]?.clause);
  return isSame ? again : stored;
}

/**
 * The evidence of an exchange, its findings worded as a judgement of the stored exchange words them: masking changes
 * positions and lengths, and a short value may be masked in a finding but not in its field.
 */
export function inStoredWords(evidence: EvidenceExchange): EvidenceExchange {
  const { judgement, sent, received } = evidence;
  const isWhole = sent.shortened === undefined && !(received.kind === 'answer' && received.shortened);
  if (!isWhole || judgement.findings.length === 0 || evidence.masked.length === 0) return evidence;
  const again = judge(exchangeOf(evidence));
  return {
    ...evidence,
    judgement: {
      ...judgement,
      findings: findingsIn(judgement.findings, again.findings),
      observations: observationsIn(judgement.observations, again.observations),
    },
  };
}
