import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { type Change, reshaping, rewiring } from '../manner.ts';
import type { About, Page, Wire } from '../reply.ts';
import { keep } from '../state/store.ts';

/** Changes the object that a processed call of one operation is answered with: JSON, or the children of `respon`. */
export function onAnswer(
  operation: DocumentedOperationId,
  change: (value: JsonObject, about: About) => JsonObject,
): Change {
  return reshaping((reply, about) => {
    if (about.operation !== operation || !reply.accepted || !('value' in reply)) return reply;
    return { ...reply, value: change(reply.value, about) };
  });
}

/** Gives a member of such an answer another value, made of its text. */
export function onMember(
  operation: DocumentedOperationId,
  name: string,
  change: (text: string) => JsonValue,
): Change {
  return onAnswer(operation, (value) => ({ ...value, [name]: change(String(value[name])) }));
}

/** Changes the entries of a batch or search answer as a whole list. */
export function onEntries(
  operation: DocumentedOperationId,
  change: (entries: readonly JsonObject[], about: About) => readonly JsonValue[],
): Change {
  const { batch, lists } = operationOf(operation);
  const field = batch?.field ?? lists?.field ?? '';
  return onAnswer(operation, (value, about) => ({
    ...value,
    [field]: [...change(value[field] as JsonObject[], about)],
  }));
}

/** Changes each entry of a batch or search answer. */
export function onEntry(
  operation: DocumentedOperationId,
  change: (entry: JsonObject, index: number, about: About) => JsonObject,
): Change {
  return onEntries(operation, (entries, about) => entries.map((entry, index) => change(entry, index, about)));
}

/** Changes the redirect page (2.8). */
export function onPage(change: (page: Page, about: About) => Page): Change {
  return reshaping((reply, about) =>
    reply.form === 'page' ? { ...reply, page: change(reply.page, about) } : reply,
  );
}

/** Changes the written answer to a processed call of one operation. */
export function onWire(operation: DocumentedOperationId, change: (wire: Wire, about: About) => Wire): Change {
  return rewiring((wire, about, reply) =>
    about.operation === operation && reply.accepted ? change(wire, about) : wire,
  );
}

/** Changes the text of the answer to a processed call of one operation, and its Content-Type where one is given. */
export function onText(
  operation: DocumentedOperationId,
  change: (text: string) => string | Uint8Array,
  contentType?: string,
): Change {
  return onWire(operation, (wire) => {
    if (typeof wire.body !== 'string') return wire;
    const headers =
      contentType === undefined ? wire.headers : { ...wire.headers, 'content-type': contentType };
    return { ...wire, headers, body: change(wire.body) };
  });
}

/** A copy of a result entry without the status of its own (7.2). */
export function withoutStatus(operation: DocumentedOperationId, entry: JsonObject): JsonObject {
  return without(entry, operationOf(operation).batch?.status ?? '');
}

/** A copy of an object without some members. */
export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Keeps a number under a key in what the endpoint remembers of one merchant, among the thousand newest. */
export function remember(memo: About['memo'], key: string, value = 1): void {
  keep(memo, key, value, 1_000);
}
