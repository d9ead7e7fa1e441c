import { answerSchema } from '../schemas/contract.ts';
import { changeAt, objectOf } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import type { About, Page, Problem, Refusal, Reply, Wire } from './reply.ts';
import type { SignaturePart } from './signature.ts';
import { type Order, setBounded } from './state/store.ts';

/** The subject of a batch entry or a subscription cancellation. */
export interface EntrySubject {
  /** Absent if the account has no such transaction. */
  readonly order?: Order;
  /** The entry as it was sent; absent for a subscription cancellation. */
  readonly entry?: JsonObject;
  /** As in `About`. */
  readonly memo: Map<string, number>;
}

/** The decisions that handlers leave open; `plain.ts` has those of the plain endpoint. */
export interface Decisions {
  /** Maximum number of entries of a batch; a larger batch is refused as a whole. */
  mostEntries(operation: DocumentedOperationId): number;
  /** Minimum number of entries of a batch. */
  readonly fewestEntries: number;
  /** Maximum number of entries of a search answer (section 8). */
  mostListed(operation: DocumentedOperationId): number;
  checksSchema(operation: DocumentedOperationId, request: JsonObject): boolean;
  checksSignature(operation: DocumentedOperationId, request: JsonObject): boolean;
  /** The part of the signature that is compared. */
  signaturePart(operation: DocumentedOperationId): SignaturePart;
  readonly checksAddress: boolean;
  /** Returns whether an unknown merchant or account is refused. */
  checksParty(operation: DocumentedOperationId, request: JsonObject): boolean;
  /** The key of an account in the store. */
  accountKey(merchantId: string, accountId: string): string;
  /** False if payments are not stored. */
  readonly remembers: boolean;
  /** The refusal of a documented call by a rule that the document leaves open (2.14); undefined to accept it. */
  objection(about: About): Refusal | undefined;
  /** Why an entry fails; `found` is the problem that the plain endpoint found. */
  entryProblem(
    operation: DocumentedOperationId,
    found: Problem | undefined,
    subject: EntrySubject,
  ): Problem | undefined;
  /** Why a payment or payout is declined; `found` is the problem that the plain endpoint found. */
  decline(request: JsonObject, found: Problem | undefined): Problem | undefined;
  /** An identifier that the service assigns; the document does not show its form (2.14). */
  identifier(kind: 'T' | 'S' | 'P' | 'R', digest: string): string;
  /** The identifier that the service reads in one that an entry of a batch names. */
  identifierIn(text: string): string;
  /** The number of the next refund of an order, from 1. */
  refundNumber(order: Order): number;
  /** How many times each result notification is sent. */
  readonly notices: number;
}

/** The values of status fields; the document shows only a few and leaves the others open (3, 7.7). */
export interface Words {
  readonly call: {
    readonly done: readonly [status: string, message: string];
    readonly partly: readonly [string, string];
    readonly none: readonly [string, string];
  };
  readonly entry: { readonly done: string; readonly failed: string };
  readonly refundMessage: { readonly done: string; readonly failedLetter: string };
  readonly order: { readonly approved: string; readonly declined: string; readonly result: string };
  readonly payment: {
    readonly open: string;
    readonly paid: string;
    readonly declined: string;
    readonly cancelled: string;
    readonly refunded: string;
  };
  readonly queryResult: string;
  readonly recurring: { readonly active: string; readonly inactive: string };
  readonly payout: { readonly done: string; readonly failed: string };
}

/** A change of an answer before it is written. */
export type ReshapeStep = (reply: Reply, about: About) => Reply;

/** A change of the written answer; `reply` is the answer before writing. */
export type RewireStep = (wire: Wire, about: About, reply: Reply) => Wire;

/** How an endpoint decides, words and writes its answers. A change makes another one of the plain behaviour. */
export interface Behaviour {
  readonly decide: Decisions;
  readonly words: Words;
  /** Returns the request that is checked and handled; faults may change what was sent. */
  readAs(operation: DocumentedOperationId, request: JsonObject): JsonObject;
  /** An answer given before the call is checked, or undefined to continue. */
  answerEarly(about: About): Reply | undefined;
  /** The answer to a refused call. */
  refuse(refusal: Refusal, about: About): Reply;
  /** Changes of answers before they are written, in order. */
  readonly reshape: readonly ReshapeStep[];
  readonly style: Style;
  /** Changes of written answers, in order. */
  readonly rewire: readonly RewireStep[];
}

/** The behaviour of an endpoint for each operation. */
export type BehaviourOf = (operation: DocumentedOperationId) => Behaviour;

/** A change of behaviour. */
export type Change = (behaviour: Behaviour) => Behaviour;

/** A change for each operation; undefined leaves an operation as it is. */
export type ChangeOf = (operation: DocumentedOperationId) => Change | undefined;

/** Changes decisions; a function receives the earlier ones. */
export function deciding(change: Partial<Decisions> | ((before: Decisions) => Partial<Decisions>)): Change {
  return (behaviour) => {
    const changed = typeof change === 'function' ? change(behaviour.decide) : change;
    return { ...behaviour, decide: { ...behaviour.decide, ...changed } };
  };
}

/** Changes the values of status fields. */
export function wording(change: Partial<Words>): Change {
  return (behaviour) => ({ ...behaviour, words: { ...behaviour.words, ...change } });
}

/** Answers calls before they are checked; undefined lets a call pass. */
export function answeringEarly(answer: (about: About, behaviour: Behaviour) => Reply | undefined): Change {
  return (behaviour) => ({
    ...behaviour,
    answerEarly: (about) => answer(about, behaviour) ?? behaviour.answerEarly(about),
  });
}

/** Changes the form of refusals; `before` writes the earlier form. */
export function refusing(
  write: (refusal: Refusal, about: About, before: Behaviour['refuse']) => Reply,
): Change {
  return (behaviour) => ({
    ...behaviour,
    refuse: (refusal, about) => write(refusal, about, behaviour.refuse),
  });
}

/** Changes answers before they are written. */
export function reshaping(step: ReshapeStep): Change {
  return (behaviour) => ({ ...behaviour, reshape: [...behaviour.reshape, step] });
}

/** Changes written answers. */
export function rewiring(step: RewireStep): Change {
  return (behaviour) => ({ ...behaviour, rewire: [...behaviour.rewire, step] });
}

/** Changes the style in which answers are written. */
export function styling(change: Partial<Style>): Change {
  return (behaviour) => ({ ...behaviour, style: { ...behaviour.style, ...change } });
}

/** Combines several changes into one. */
export function allOf(...changes: readonly Change[]): Change {
  return (behaviour) => changes.reduce((changed, change) => change(changed), behaviour);
}

/** Changes the object in the answer to every processed call that is answered in JSON or XML. */
export function onEveryAnswer(
  change: (value: JsonObject, about: About, form: 'json' | 'xml') => JsonObject,
): Change {
  return reshaping((reply, about) => {
    if (!reply.accepted || !('value' in reply)) return reply;
    return { ...reply, value: change(reply.value, about, reply.form) };
  });
}

/** Changes the object in the answer to processed calls of one operation: JSON, or the children of `respon`. */
export function onAnswer(
  operation: DocumentedOperationId,
  change: (value: JsonObject, about: About) => JsonObject,
): Change {
  return onEveryAnswer((value, about) => (about.operation === operation ? change(value, about) : value));
}

/** Changes the entries of every batch and search answer. */
export function onEveryList(
  change: (entries: readonly JsonObject[], about: About) => readonly JsonValue[],
): Change {
  return onEveryAnswer((value, about) => {
    const { batch, lists } = operationOf(about.operation);
    const field = batch?.field ?? lists?.field;
    return field === undefined
      ? value
      : { ...value, [field]: [...change(value[field] as JsonObject[], about)] };
  });
}

/** Changes the list of entries in the batch or search answers of one operation. */
export function onEntries(
  operation: DocumentedOperationId,
  change: (entries: readonly JsonObject[], about: About) => readonly JsonValue[],
): Change {
  return onEveryList((entries, about) => (about.operation === operation ? change(entries, about) : entries));
}

/** Changes each entry in the batch or search answers of one operation. */
export function onEntry(
  operation: DocumentedOperationId,
  change: (entry: JsonObject, about: About, index: number) => JsonObject,
): Change {
  return onEntries(operation, (entries, about) => entries.map((entry, index) => change(entry, about, index)));
}

/**
 * Changes the value at a dotted path in the answers to processed calls of one operation; undefined removes it. The path
 * starts in each entry, unless the answer itself documents its first name.
 */
export function onField(
  operation: DocumentedOperationId,
  path: string,
  change: (text: string, value: JsonValue) => JsonValue | undefined,
): Change {
  const { batch, lists } = operationOf(operation);
  const field = batch?.field ?? lists?.field;
  const steps = path.split('.');
  const isOwn =
    field === undefined || objectOf(answerSchema(operation).properties)[steps[0] ?? ''] !== undefined;
  const place = isOwn ? steps : [field, '[]', ...steps];
  return onAnswer(
    operation,
    (answer) =>
      changeAt(answer, place, (value) =>
        value === undefined ? value : change(String(value), value),
      ) as JsonObject,
  );
}

/** Changes the redirect page (2.8). */
export function onPage(change: (page: Page, about: About) => Page): Change {
  return reshaping((reply, about) =>
    reply.form === 'page' ? { ...reply, page: change(reply.page, about) } : reply,
  );
}

/** Changes the written answer to processed calls of one operation. */
export function onWire(operation: DocumentedOperationId, change: (wire: Wire, about: About) => Wire): Change {
  return rewiring((wire, about, reply) =>
    about.operation === operation && reply.accepted ? change(wire, about) : wire,
  );
}

/** Changes the text of the answer to processed calls of one operation, and its Content-Type if given. */
export function onText(
  operation: DocumentedOperationId,
  change: (text: string, about: About) => string | Uint8Array,
  contentType?: string,
): Change {
  return onWire(operation, (wire, about) => {
    if (typeof wire.body !== 'string') return wire;
    const headers =
      contentType === undefined ? wire.headers : { ...wire.headers, 'content-type': contentType };
    return { ...wire, headers, body: change(wire.body, about) };
  });
}

/** A copy of an object without some members. */
export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

// More than the orders that a world keeps, so that a value is kept as long as its order.
const mostKept = 20_000;

/** Keeps a number under a key in the memory of the endpoint; the oldest ones are dropped. */
export function countInMemo(memo: About['memo'], key: string, value = 1): void {
  setBounded(memo, key, value, mostKept);
}

/** How values are written, and the Content-Type of each form; undefined sends no header. */
export interface Style {
  json(value: JsonObject): string;
  xml(root: string, value: JsonObject): string;
  html(page: Page): string;
  readonly types: {
    readonly json: string | undefined;
    readonly xml: string | undefined;
    readonly html: string | undefined;
  };
}
