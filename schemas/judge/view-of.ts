import type { Feature } from '../contract.ts';
import { inspectRequest } from '../contract.ts';
import { isObject } from '../json.ts';
import { decode } from '../media/decode.ts';
import type { Decoded } from '../media/decoded.ts';
import { operationOf } from '../operations.ts';
import { membersOf } from '../outcome.ts';
import type { View } from '../rules/rule.ts';
import type { DocumentedOperationId, Exchange, JsonObject } from '../types.ts';
import { boundEntries } from './bounded.ts';
import { gradeOf } from './grade.ts';
import { outcomeOf } from './outcome-of.ts';
import { isRefusal } from './refusal.ts';
import { saysWhatWasSent } from './sent-value.ts';
import { signs } from './signs.ts';

/** What rules need to know of an exchange, found out once. */
export function viewOf(exchange: Exchange, id: DocumentedOperationId): View {
  const { sent, received } = exchange;
  const operation = operationOf(id);
  const asked = inspectRequest(id, sent.value);
  const grade = gradeOf(sent, operation, asked);
  const common = {
    exchange,
    operation,
    grade,
    asked,
    request: isObject(sent.value) ? sent.value : {},
    comparable: sent.unknown !== true && (grade !== 'broken' || saysWhatWasSent(sent)),
    fits: asked.breaches.every(({ keyword }) => keyword === 'required' && grade !== 'broken'),
  };
  if (received.kind === 'none') return { ...common, outcome: 'none', answer: {} };
  const decoded = bounded(decode(operation.answers, received.body, received.headers['content-type']));
  const isSuccess = received.status >= 200 && received.status < 300;
  const isTaken = exchange.accepted === true || (sent.taken === true && isSuccess);
  const outcome = isTaken ? 'accepted' : outcomeOf(operation, received, decoded, grade);
  const answer = decoded.ok ? membersOf(operation, decoded.value) : {};
  return { ...common, outcome, received, decoded, answer };
}

/** Tells whether the answer is judged as a documented one: any form of refusal is right for a request that may be refused. */
export function isJudgedAsAnswer({
  exchange,
  received,
  grade,
  outcome,
  decoded,
  operation,
  answer,
}: View): boolean {
  if (received === undefined || received.status < 200 || received.status > 299 || !decoded?.ok) return false;
  if (signs[operation.id].isResult(answer) || exchange.sent.taken === true) return true;
  // A refusal is never judged as the thing refused.
  if (outcome !== 'accepted' && isRefusal(operation, received, decoded)) return false;
  if (grade === 'complete') return true;
  // Which fields a request needs is not shown (2.14), so one that leaves core fields out may be refused.
  return grade === 'partial' && outcome === 'accepted';
}

/** Tells a body that ought to have been an answer and cannot be read. */
export function isUnreadable({ received, grade, decoded, outcome }: View): boolean {
  return received?.status === 200 && grade !== 'broken' && decoded?.ok === false && outcome !== 'refused';
}

/** The features of a request that some answer fields depend on. */
export function featuresOf({ subscription, token_id, token_flag }: JsonObject): ReadonlySet<Feature> {
  const used = new Set<Feature>();
  if (isObject(subscription) && Object.keys(subscription).length > 0) used.add('subscription');
  if (typeof token_id === 'string' && token_id !== '') used.add('token');
  if (typeof token_flag === 'string' && !/^(?:no)?$/i.test(token_flag)) used.add('token');
  return used;
}

function bounded(decoded: Decoded): Decoded {
  return decoded.ok ? { ...decoded, value: boundEntries(decoded.value) } : decoded;
}
