import {
  type Grade,
  isBlank,
  membersOf,
  type PartOutcome,
  scalarText,
  statedOutcome,
} from '../history/outcome.ts';
import { isObject, listOf, objectOf } from '../json.ts';
import type { Decoded } from '../media/decoded.ts';
import { decodeJson } from '../media/json.ts';
import { decodeXml } from '../media/xml.ts';
import type { Operation } from '../operations.ts';
import { formOf } from '../rules/form-of.ts';
import type { Answer, JsonObject, JsonValue, Outcome, Statuses } from '../types.ts';
import { answerChecks } from './answer-checks.ts';

/**
 * What the service did with a request, by the status line and the success marks of 7.1 to 7.5. Whatever shows no success
 * is a refusal, in any form (7.8); only time-outs, throttling, server errors and malformed bodies leave it unclear.
 */
export function outcomeOf(
  operation: Operation,
  received: Answer,
  decoded: Decoded,
  grade: Grade,
): Exclude<Outcome, 'none'> {
  const { status } = received;
  if (isUndecided(status)) return 'unclear';
  if (status < 200 || status > 299) return 'refused';
  if (decoded.ok) {
    const { succeeded } = answerChecks[operation.id];
    return succeeded(topOf(operation, decoded.value)) ? 'accepted' : 'refused';
  }
  return grade === 'broken' || isInOtherForm(operation, received) ? 'refused' : 'unclear';
}

/**
 * The members at the top of an answer. A success stays one under another root (1.4), as the only entry of an array or
 * written as one text, which are findings; a result below other members is none.
 */
function topOf(operation: Operation, value: JsonValue): JsonObject {
  if (operation.answers === 'html') return membersOf(operation, value);
  if (operation.answers === 'json' && typeof value === 'string') return objectIn(value) ?? {};
  const tops = operation.answers === 'json' ? listOf(value) : Object.values(objectOf(value));
  const [top = value] = tops;
  return tops.length === 1 ? objectOf(top) : objectOf(value);
}

/** 408 and 425 end an interrupted request and 429 a throttled one, and a server error may follow completed work. */
const isUndecided = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

/** The outcome of a call, by its documented marks (7.1 to 7.5) and the merchant's statuses. */
export function callOutcome(operation: Operation, members: JsonObject, statuses?: Statuses): PartOutcome {
  const stated = operation.batch === undefined ? statedOutcome(operation.id, members, statuses) : undefined;
  if (stated !== undefined) return stated;
  if (answerChecks[operation.id].succeeded(members)) return 'done';
  return hasRefusalMark(operation, members) ? 'refused' : 'unknown';
}

const isOther = (value: JsonValue | undefined, success: string) =>
  !isBlank(value) && scalarText(value) !== success;

/** True if a documented member has a code or status other than that of success, or a reason of failure. */
function hasRefusalMark({ id }: Operation, members: JsonObject): boolean {
  const code = /^[0-9]{4}(?![0-9])/.exec(scalarText(members.result_info) ?? '')?.[0];
  if (code !== undefined && code !== '0000') return true;
  if (isOther(members.return_status, '1') || isOther(members.order_status, '1')) return true;
  if (id === 'cancel-subscription' && isOther(members.cancel_status, '1')) return true;
  return id === 'payout' && !(isBlank(members.failure_reason) && isBlank(members.failure_type));
}

/**
 * True for a body that is complete in another form than that of the operation and holds no result: nothing, a plain
 * text, a page, or a document of another medium. A malformed body is none.
 */
function isInOtherForm(operation: Operation, received: Answer): boolean {
  const form = formOf(received.body);
  switch (form) {
    case 'empty':
      return true;
    case 'text': {
      const type = received.headers['content-type'] ?? '';
      const json = decodeAs('json', received);
      // HTTP lets a sender leave Content-Type out; without one, what reads as JSON is no plain text.
      const isPlain = type === '' ? !json.ok : /^text\//i.test(type);
      const isText = json.ok && typeof json.value === 'string';
      return (isPlain || isText) && !endsInResult(operation, received);
    }
    case 'html':
      return !endsInResult(operation, received);
    default: {
      const read = form === operation.answers ? undefined : decodeAs(form, received);
      if (read?.ok !== true || endsInResult(operation, received)) return false;
      const { respon } = objectOf(read.value);
      const [root] = form === 'xml' ? Object.values(objectOf(read.value)) : [respon ?? read.value];
      return !isResult(operation, objectOf(root));
    }
  }
}

function decodeAs(form: 'json' | 'xml', { body, headers }: Answer): Decoded {
  return (form === 'json' ? decodeJson : decodeXml)(body, headers['content-type']);
}

function isResult({ id }: Operation, members: JsonObject): boolean {
  return answerChecks[id].succeeded(members) || answerChecks[id].isResult(members);
}

/** True for a result after other output, such as a warning of the server software: malformed, but not a refusal. */
function endsInResult(operation: Operation, { body }: Answer): boolean {
  const text = new TextDecoder().decode(body);
  if (operation.answers === 'xml') return /<respon[\s>]/.test(text);
  const end = text.lastIndexOf('}') + 1;
  let start = text.indexOf('{');
  for (let tries = 0; start !== -1 && start < end && tries < mostTries; tries += 1) {
    const value = objectIn(text.slice(start, end));
    if (value !== undefined) return isResult(operation, value);
    start = text.indexOf('{', start + 1);
  }
  return false;
}

// Bounds the search: a page may have many braces, a warning has few.
const mostTries = 20;

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
