import type { Arbitrary } from 'fast-check';
import { type Change, reshaping } from '../../mock/behaviour.ts';
import type { About } from '../../mock/reply.ts';
import { listOf, objectOf } from '../../schemas/json.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';

/** Something that the document leaves open, and one way for a service to use it. */
export interface Freedom {
  readonly name: string;
  /** The sections that leave it open. */
  readonly sections: readonly string[];
  /** Why a service that uses it conforms. */
  readonly reason: string;
  /** Its parameters, which print as JSON. */
  readonly parameters: Arbitrary<JsonValue>;
  /** The operations that it changes; all if absent. */
  readonly touches?: readonly DocumentedOperationId[];
  /** Clauses that may warn about it although it conforms. */
  readonly warns: (parameters: JsonValue) => readonly ClauseId[];
  readonly change: (parameters: JsonValue) => Change;
  /** True if it refuses calls or entries that the document allows, or decides about none. */
  readonly refuses?: true;
  /** Operations whose success has no documented mark then: only `statuses` of a target file can show it. */
  readonly unmarked?: readonly DocumentedOperationId[];
  /** True if only a connection or a notification shows it. */
  readonly onWire?: true;
}

/** Freedoms by name. */
export type FreedomTable = Readonly<Record<string, Omit<Freedom, 'name'>>>;

interface Row<Parameters extends JsonValue>
  extends Pick<Freedom, 'sections' | 'reason' | 'touches' | 'refuses' | 'unmarked' | 'onWire'> {
  readonly parameters: Arbitrary<Parameters>;
  readonly warns?: readonly ClauseId[] | ((parameters: Parameters) => readonly ClauseId[]);
  change(parameters: Parameters): Change;
}

/** Writes a row of the table; its change and its warnings know the type of its own parameters. */
export function freedom<Parameters extends JsonValue>(row: Row<Parameters>): Omit<Freedom, 'name'> {
  const { parameters, warns = [], change, ...rest } = row;
  return {
    ...rest,
    parameters: parameters as Arbitrary<JsonValue>,
    warns: (given) => (typeof warns === 'function' ? warns(given as Parameters) : warns),
    change: (given) => change(given as Parameters),
  };
}

/** The batch operations, in the order of the document. */
export const batches = ['capture', 'review', 'cancel', 'refund'] as const satisfies DocumentedOperationId[];

/** The two searches. */
export const searches = ['query', 'refund-search'] as const satisfies DocumentedOperationId[];

/** The operations that answer with XML. */
export const inXml = ['direct-payment', 'apm-payment'] as const satisfies DocumentedOperationId[];

/** The three payments. */
export const payments = [...inXml, 'redirect-payment'] as const satisfies DocumentedOperationId[];

/** All documented operations except the given ones. */
export function allBut(...others: readonly DocumentedOperationId[]): readonly DocumentedOperationId[] {
  return documentedOperations.map(({ id }) => id).filter((id) => !others.includes(id));
}

/** The operations that answer in JSON. */
export const inJson = allBut(...payments);

/** The list of an answer: its result entries or its records. */
export function listNameOf(operation: DocumentedOperationId): string | undefined {
  const { batch, lists } = operationOf(operation);
  return batch?.field ?? lists?.field;
}

/** Changes the object in the answer to a refused call, where it has one. */
export function onRefusal(change: (value: JsonObject, about: About) => JsonObject): Change {
  return reshaping((reply, about) =>
    reply.accepted || !('value' in reply) ? reply : { ...reply, value: change(reply.value, about) },
  );
}

/** Changes the result of a payment or payout that did not succeed. */
export function onDeclined(
  operation: DocumentedOperationId,
  change: (value: JsonObject) => JsonObject,
): Change {
  return reshaping((reply, about) =>
    about.operation === operation && reply.declined === true && 'value' in reply
      ? { ...reply, value: change(reply.value) }
      : reply,
  );
}

/** Changes each result entry of a batch whose status is not that of success. */
export function onFailedEntry(
  change: (entry: JsonObject, about: About, index: number) => JsonObject,
): Change {
  return onBatchEntry((entry, about, index) =>
    entry[operationOf(about.operation).batch?.status ?? ''] === '1' ? entry : change(entry, about, index),
  );
}

/** Changes each result entry of a batch. */
export function onBatchEntry(change: (entry: JsonObject, about: About, index: number) => JsonObject): Change {
  return reshaping((reply, about) => {
    const { batch } = operationOf(about.operation);
    if (batch === undefined || !('value' in reply) || !Array.isArray(reply.value[batch.field])) return reply;
    const entries = listOf(reply.value[batch.field]).map((entry, index) =>
      change(objectOf(entry), about, index),
    );
    return { ...reply, value: { ...reply.value, [batch.field]: entries } };
  });
}

/** Changes some texts of an answer. */
export const moving = (names: readonly string[], write: (text: string) => string) => (value: JsonObject) =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      names.includes(name) && typeof one === 'string' ? write(one) : one,
    ]),
  );
