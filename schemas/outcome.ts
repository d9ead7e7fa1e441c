import { isObject } from './json.ts';
import type { Decoded } from './media/decoded.ts';
import type { Operation } from './operations.ts';
import type { JsonObject, JsonValue, Outcome } from './types.ts';

/** How complete and right a request was; see `Judgement.request`. */
export type Grade = 'complete' | 'partial' | 'broken';

/** The text of a scalar, so that a status of 1 counts like "1" and its type is judged elsewhere. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** What the service did with the call, told by status and by the success forms of 7.1 to 7.5. */
export function outcomeOf(operation: Operation, status: number, decoded: Decoded, grade: Grade): Outcome {
  if (status === 429 || status >= 500) return 'unclear';
  if (status < 200 || status > 299) return 'refused';
  if (!decoded.ok) return grade === 'complete' ? 'unclear' : 'refused';
  return succeeded(operation, membersOf(operation, decoded.value)) ? 'accepted' : 'refused';
}

/** The object whose members the document names: the JSON object, the children of `respon`, or the page. */
export function membersOf(operation: Operation, value: JsonValue): JsonObject {
  const body = operation.answers === 'xml' && isObject(value) ? value.respon : value;
  return isObject(body) ? body : {};
}

/** The result entries or listed records of an answer; entries that are no objects count as empty ones. */
export function entriesOf(operation: Operation, members: JsonObject): readonly JsonObject[] {
  const list = members[operation.batch?.field ?? operation.lists?.field ?? ''];
  return Array.isArray(list) ? list.map((entry) => (isObject(entry) ? entry : {})) : [];
}

/** Tells whether a result entry of a batch shows the one status that the document shows as success (7.2). */
export function entrySucceeded(operation: Operation, entry: JsonObject): boolean {
  return operation.batch !== undefined && scalarText(entry[operation.batch.status]) === '1';
}

/** The form named `theForm` on a decoded page (2.8). */
export function theFormsOf(page: JsonObject): readonly JsonObject[] {
  return Array.isArray(page.forms)
    ? page.forms.filter(isObject).filter((form) => form.name === 'theForm')
    : [];
}

function succeeded(operation: Operation, members: JsonObject): boolean {
  if (operation.batch !== undefined || operation.lists !== undefined) {
    const entries = operation.batch === undefined ? [] : entriesOf(operation, members);
    return (
      scalarText(members.return_status) === '1' || entries.some((entry) => entrySucceeded(operation, entry))
    );
  }
  switch (operation.id) {
    case 'direct-payment':
      return /^0000(?![0-9])/.test(scalarText(members.result_info) ?? '');
    case 'apm-payment':
      return !isBlank(members.issuer_url);
    case 'redirect-payment':
      return theFormsOf(members).length > 0;
    case 'cancel-subscription':
      return scalarText(members.cancel_status) === '1';
    default:
      return (
        !isBlank(members.transaction_id) && isBlank(members.failure_reason) && isBlank(members.failure_type)
      );
  }
}

/** Tells whether an answer has the skeleton that the document gives to results, so that it is judged as one in any case. */
export function hasSkeleton(operation: Operation, members: JsonObject): boolean {
  if (operation.batch !== undefined || operation.lists !== undefined) {
    return 'return_status' in members && entriesOf(operation, members).length > 0;
  }
  switch (operation.id) {
    case 'direct-payment':
      return 'transaction_id' in members && 'result_info' in members;
    case 'apm-payment':
      return !isBlank(members.issuer_url);
    case 'redirect-payment':
      return theFormsOf(members).length > 0;
    case 'cancel-subscription':
      return 'recurring_id' in members && 'cancel_status' in members;
    default:
      return !isBlank(members.transaction_id) && 'status' in members;
  }
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
