import { isObject } from '../json.ts';
import { isDocumented, type Operation, operationOf } from '../operations.ts';
import type { JsonObject, JsonValue, JudgedExchange, OperationId } from '../types.ts';

/** How complete and right a request was; see `Judgement.request`. */
export type Grade = 'complete' | 'partial' | 'broken';

/** The text of a scalar, so that a status of 1 counts like "1" and its type is judged elsewhere. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The object whose members the document names: the JSON object, the children of `respon`, or the page. */
export function membersOf(operation: Operation, value: JsonValue): JsonObject {
  const body = operation.answers === 'xml' && isObject(value) ? value.respon : value;
  return isObject(body) ? body : {};
}

/** The result entries or listed records of an answer; entries that are no objects count as empty ones. */
export function entriesOf(operation: Operation, members: JsonObject): readonly JsonObject[] {
  const list = members[operation.batch?.field ?? operation.lists?.field ?? ''];
  return objectsOf(list);
}

/** The entries of a list, those that are no objects as empty ones; the list itself when all of them are objects. */
export function objectsOf(list: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(list)) return [];
  return list.every(isObject) ? list : list.map((entry) => (isObject(entry) ? entry : {}));
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

/** Tells a member that says nothing: absent, null, or a text of blanks. */
export function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const noWords = /^(?:[\s0_.-]*|n\/?a|none|null|nil|no[ _-](?:error|failure)s?)$/i;

/** Tells a member that says nothing, or in a word of its own that there is nothing. */
export function saysNone(value: JsonValue | undefined): boolean {
  return isBlank(value) || noWords.test(scalarText(value) ?? 'other');
}

/** The members of an answer: the JSON object, or the children of `respon`; empty when it could not be read. */
export function answerOf({ exchange, judgement }: JudgedExchange): JsonObject {
  if (!isDocumented(exchange.operation) || judgement.answer === undefined) return {};
  return membersOf(operationOf(exchange.operation), judgement.answer);
}

/** The result entries or listed records that a batch or a search is answered with; none where there are none to read. */
export function entriesIn(judged: JudgedExchange): readonly JsonObject[] {
  const { operation } = judged.exchange;
  return isDocumented(operation) ? entriesOf(operationOf(operation), answerOf(judged)) : [];
}

/** The members that hold the status of what a call asks for, where it is no batch. */
const statusMembers: Readonly<Partial<Record<OperationId, string>>> = {
  'direct-payment': 'order_status',
  'apm-payment': 'order_status',
  'cancel-subscription': 'cancel_status',
  payout: 'status',
};

/** The member that holds the status of what an operation asks for: in each entry of a batch, otherwise in the answer. */
export function statusMemberOf({ id, batch }: Operation): string {
  return batch?.status ?? statusMembers[id] ?? '';
}

/** The member that holds the status of each entry of a batch; undefined for an operation that is none. */
export function statusNameOf(operation: OperationId): string | undefined {
  return isDocumented(operation) ? operationOf(operation).batch?.status : undefined;
}
