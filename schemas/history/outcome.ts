import { isObject, listOf } from '../json.ts';
import { isDocumented, type Operation, operationOf } from '../operations.ts';
import type { JsonObject, JsonValue, JudgedExchange, OperationId, Statuses, StatusValues } from '../types.ts';

/** Completeness and validity of a request; see `Judgement.request`. */
export type Grade = 'complete' | 'partial' | 'broken';

/** The text of a string or number: a status of 1 counts like "1", and other checks judge its type. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The object with the documented members: the JSON object, the children of `respon`, or the page. */
export function membersOf(operation: Operation, value: JsonValue): JsonObject {
  const body = operation.answers === 'xml' && isObject(value) ? value.respon : value;
  return isObject(body) ? body : {};
}

/** The result entries or listed records of an answer; an entry that is not an object counts as empty. */
export function entriesOf(operation: Operation, members: JsonObject): readonly JsonObject[] {
  const list = members[operation.batch?.field ?? operation.lists?.field ?? ''];
  return objectsOf(list);
}

/** The record of a search that a path leads into, with its number and the path within it; undefined for any other path. */
export function listedAt(operation: Operation, records: readonly JsonObject[], path: string) {
  const [, field, number, member = ''] = /^(\w+)\[([0-9]+)\]\.(.+)$/.exec(path) ?? [];
  const record = field === operation.lists?.field ? records[Number(number)] : undefined;
  return record && { record, at: Number(number), member };
}

/** The entries of an array; those that are not objects become empty ones. */
export function objectsOf(list: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(list)) return [];
  return list.every(isObject) ? list : list.map((entry) => (isObject(entry) ? entry : {}));
}

/** Returns whether a result entry of a batch has the only status that the document shows as success (7.2). */
export function entrySucceeded(operation: Operation, entry: JsonObject): boolean {
  return operation.batch !== undefined && scalarText(entry[operation.batch.status]) === '1';
}

/**
 * What a call or a result entry shows of the work that was asked for, by documented marks and by the merchant's
 * statuses alone. `unknown`: nothing in it has a meaning that is known.
 */
export type PartOutcome = 'done' | 'later' | 'refused' | 'unknown';

const meanings = [
  ['refused', 'refused'],
  ['pending', 'later'],
  ['done', 'done'],
] as const satisfies readonly (readonly [keyof StatusValues, PartOutcome])[];

/** The merchant's meaning of a value; text after the colon of a code is ignored (7.3). */
function meaningOf(value: JsonValue | undefined, values: StatusValues | undefined): PartOutcome | undefined {
  const text = scalarText(value);
  if (text === undefined || values === undefined) return undefined;
  const [code] = text.split(':');
  return meanings.find(([name]) => values[name]?.some((one) => one === text || one === code))?.[1];
}

/** What the merchant's statuses say of an answer, a result entry or a listed record; undefined if nothing. */
export function statedOutcome(
  operation: OperationId,
  part: JsonObject,
  statuses: Statuses = {},
): PartOutcome | undefined {
  if (!isDocumented(operation)) return undefined;
  const own = statuses[operation];
  if (own === undefined) return undefined;
  const all = [
    meaningOf(part.result_info, own.result_info),
    meaningOf(part[statusMemberOf(operationOf(operation))], own),
    meaningOf(part.payment_status, own.payment_status),
  ];
  return meanings.map(([, outcome]) => outcome).find((outcome) => all.includes(outcome));
}

/**
 * The outcome of one order of a batch, by its result entry: 1 is the only status that the document shows for success
 * (7.2), another one is a refusal unless the merchant says otherwise, and an entry without a status shows nothing.
 */
export function entryOutcome(operation: Operation, entry: JsonObject, statuses?: Statuses): PartOutcome {
  const stated = statedOutcome(operation.id, entry, statuses);
  if (stated !== undefined) return stated;
  if (entrySucceeded(operation, entry)) return 'done';
  const status = scalarText(entry[operation.batch?.status ?? '']);
  return isBlank(status) || statuses?.[operation.id] !== undefined ? 'unknown' : 'refused';
}

/**
 * True for an order of a batch that is judged as a refused one: the merchant calls its status refused, or names other
 * statuses and not this one, which the document does not show as success either.
 */
export function isEntryRefused(operation: Operation, entry: JsonObject, statuses?: Statuses): boolean {
  const outcome = entryOutcome(operation, entry, statuses);
  const status = entry[operation.batch?.status ?? ''];
  return outcome === 'refused' || (outcome === 'unknown' && !isBlank(scalarText(status)));
}

/** True for an order of a batch that was done, or will be by the merchant's statuses. */
export function isEntryTaken(operation: Operation, entry: JsonObject, statuses?: Statuses): boolean {
  const outcome = entryOutcome(operation, entry, statuses);
  return outcome === 'done' || outcome === 'later';
}

const formsOf = ({ forms }: JsonObject) => listOf(forms).filter(isObject);

/** The forms named `theForm` on a decoded page (2.8), without those that post a refusal back to the shop. */
export function checkoutFormsOf(page: JsonObject): readonly JsonObject[] {
  return formsOf(page).filter((form) => form.name === 'theForm' && !isRefusalForm(form));
}

// Its inputs say a code or status other than success (7.1, 7.3), and it does not lead to the checkout.
function isRefusalForm({ action, inputs }: JsonObject): boolean {
  const said = listOf(inputs).filter(isObject);
  const saysNo = said.some(
    ({ name, value }) =>
      (name === 'result_info' && /^(?!0000)[0-9]{4}(?![0-9])/.test(scalarText(value) ?? '')) ||
      (name === 'return_status' && !isBlank(value) && scalarText(value) !== '1'),
  );
  return saysNo && !/checkout/i.test(scalarText(action) ?? '');
}

/** True if a member is absent, null or a blank text. */
export function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const noWords = /^(?:[\s0_.-]*|n\/?a|none|null|nil|no[ _-](?:error|failure)s?)$/i;

/** True if a member is blank or has a word for "nothing", such as `none` or `no error`. */
export function saysNone(value: JsonValue | undefined): boolean {
  return isBlank(value) || noWords.test(scalarText(value) ?? 'other');
}

/** The members of an answer: the JSON object or the children of `respon`; empty if it could not be read. */
export function answerOf({ exchange, judgement }: JudgedExchange): JsonObject {
  if (!isDocumented(exchange.operation) || judgement.answer === undefined) return {};
  return membersOf(operationOf(exchange.operation), judgement.answer);
}

/** The result entries of a batch or the listed records of a search; empty if there are none. */
export function entriesIn(judged: JudgedExchange): readonly JsonObject[] {
  const { operation } = judged.exchange;
  return isDocumented(operation) ? entriesOf(operationOf(operation), answerOf(judged)) : [];
}

/** Status member of the answer, for operations other than batches. */
const statusMembers: Readonly<Partial<Record<OperationId, string>>> = {
  'direct-payment': 'order_status',
  'apm-payment': 'order_status',
  'cancel-subscription': 'cancel_status',
  payout: 'status',
};

/** The status member of an operation: in each entry of a batch, otherwise in the answer. */
export function statusMemberOf({ id, batch }: Operation): string {
  return batch?.status ?? statusMembers[id] ?? '';
}

/** The status member of the entries of a batch; undefined for other operations. */
export function statusNameOf(operation: OperationId): string | undefined {
  return isDocumented(operation) ? operationOf(operation).batch?.status : undefined;
}
