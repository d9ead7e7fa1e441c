import { answerSchema } from '../schemas/contract.ts';
import { changeAt, objectOf } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import type { About, Page, Problem, Refusal, Reply, Wire } from './reply.ts';
import type { SignaturePart } from './signature.ts';
import { keep, type Order } from './state/store.ts';

/** What an entry is about. */
export interface EntrySubject {
  /** Absent when the account has no such transaction. */
  readonly order?: Order;
  /** The memory that `About` carries. */
  readonly memo: Map<string, number>;
}

/** The decisions that the handlers leave open; each has the plain endpoint's choice in `plain.ts`. */
export interface Decisions {
  /** Most entries of a batch that are answered; a call with more is refused as a whole. */
  mostEntries(operation: DocumentedOperationId): number;
  /** Fewest entries of a batch that are answered. */
  readonly fewestEntries: number;
  /** Most entries of a search answer (section 8). */
  mostListed(operation: DocumentedOperationId): number;
  checksSchema(operation: DocumentedOperationId, request: JsonObject): boolean;
  checksSignature(operation: DocumentedOperationId, request: JsonObject): boolean;
  /** The part of a signature that is compared. */
  signaturePart(operation: DocumentedOperationId): SignaturePart;
  readonly checksAddress: boolean;
  /** Whether a merchant or account that does not exist is refused. */
  checksParty(operation: DocumentedOperationId, request: JsonObject): boolean;
  /** The key under which an account's orders are kept. */
  accountKey(merchantId: string, accountId: string): string;
  /** Whether payments are remembered at all. */
  readonly remembers: boolean;
  /** Why a call that fits the document is refused nevertheless: terms that the document leaves open (2.14). */
  objection(about: About): Refusal | undefined;
  /** Why an entry cannot be done; the second argument is what the plain endpoint found. */
  entryProblem(
    operation: DocumentedOperationId,
    found: Problem | undefined,
    subject: EntrySubject,
  ): Problem | undefined;
  /** Why a payment is declined; the second argument is what the plain endpoint found. */
  decline(request: JsonObject, found: Problem | undefined): Problem | undefined;
  /** Writes an identifier that the service assigns; its form is not shown (2.14). */
  identifier(kind: 'T' | 'S' | 'P' | 'R', digest: string): string;
  /** Number of the next refund of an order, from 1. */
  refundNumber(order: Order): number;
  /** How often a result notification is sent. */
  readonly notices: number;
}

/** The values of status fields; the document shows only a few and leaves the rest open (3, 7.7). */
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

/** A change of an answer on the wire; the third argument is what was written. */
export type RewireStep = (wire: Wire, about: About, reply: Reply) => Wire;

/** How an endpoint decides, speaks and writes. Dialects and faults are changes of the plain manner. */
export interface Manner {
  readonly decide: Decisions;
  readonly words: Words;
  /** What a request counts as before it is checked. */
  readAs(operation: DocumentedOperationId, request: JsonObject): JsonObject;
  /** An answer given before the call is looked at; undefined to go on. */
  turnAway(about: About): Reply | undefined;
  /** The form of a refusal. */
  refuse(refusal: Refusal, about: About): Reply;
  /** Changes of answers before they are written, in order. */
  readonly reshape: readonly ReshapeStep[];
  readonly style: Style;
  /** Changes of answers on the wire, in order. */
  readonly rewire: readonly RewireStep[];
}

/** The manner in which an endpoint answers each operation. */
export type MannerOf = (operation: DocumentedOperationId) => Manner;

/** A change of manner: what a dialect or a fault is made of. */
export type Change = (manner: Manner) => Manner;

/** Changes decisions; a function is told how they were before. */
export function deciding(change: Partial<Decisions> | ((before: Decisions) => Partial<Decisions>)): Change {
  return (manner) => {
    const changed = typeof change === 'function' ? change(manner.decide) : change;
    return { ...manner, decide: { ...manner.decide, ...changed } };
  };
}

/** Changes the values of status fields. */
export function wording(change: Partial<Words>): Change {
  return (manner) => ({ ...manner, words: { ...manner.words, ...change } });
}

/** Answers calls before they are looked at; undefined lets a call pass. */
export function turningAway(answer: (about: About, manner: Manner) => Reply | undefined): Change {
  return (manner) => ({ ...manner, turnAway: (about) => answer(about, manner) ?? manner.turnAway(about) });
}

/** Refuses in another form; the third argument is the one before. */
export function refusing(write: (refusal: Refusal, about: About, before: Manner['refuse']) => Reply): Change {
  return (manner) => ({ ...manner, refuse: (refusal, about) => write(refusal, about, manner.refuse) });
}

/** Changes answers before they are written. */
export function reshaping(step: ReshapeStep): Change {
  return (manner) => ({ ...manner, reshape: [...manner.reshape, step] });
}

/** Changes answers on the wire. */
export function rewiring(step: RewireStep): Change {
  return (manner) => ({ ...manner, rewire: [...manner.rewire, step] });
}

/** Changes how answers are written. */
export function styling(change: Partial<Style>): Change {
  return (manner) => ({ ...manner, style: { ...manner.style, ...change } });
}

/** Makes one change of several. */
export function allOf(...changes: readonly Change[]): Change {
  return (manner) => changes.reduce((changed, change) => change(changed), manner);
}

/** Changes the object of every processed call that is answered in JSON or XML. */
export function onEveryAnswer(
  change: (value: JsonObject, about: About, form: 'json' | 'xml') => JsonObject,
): Change {
  return reshaping((reply, about) => {
    if (!reply.accepted || !('value' in reply)) return reply;
    return { ...reply, value: change(reply.value, about, reply.form) };
  });
}

/** Changes the object that a processed call of one operation is answered with: JSON, or the children of `respon`. */
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

/** Changes the entries of the batch or search answers of one operation as a whole list. */
export function onEntries(
  operation: DocumentedOperationId,
  change: (entries: readonly JsonObject[], about: About) => readonly JsonValue[],
): Change {
  return onEveryList((entries, about) => (about.operation === operation ? change(entries, about) : entries));
}

/** Changes each entry of such an answer. */
export function onEntry(
  operation: DocumentedOperationId,
  change: (entry: JsonObject, about: About, index: number) => JsonObject,
): Change {
  return onEntries(operation, (entries, about) => entries.map((entry, index) => change(entry, about, index)));
}

/**
 * Changes a value of the processed answers of one operation, made of its text and of itself; what turns out as undefined is taken
 * away. The path is dotted, and begins in each entry where only those document its first name.
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

/** Changes the written answer to a processed call of one operation. */
export function onWire(operation: DocumentedOperationId, change: (wire: Wire, about: About) => Wire): Change {
  return rewiring((wire, about, reply) =>
    about.operation === operation && reply.accepted ? change(wire, about) : wire,
  );
}

/** Changes the text of the answer to a processed call of one operation, and its Content-Type where one is given. */
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

// More than a world keeps of orders, so that nothing is forgotten that an order still needs.
const mostKept = 20_000;

/** Keeps a number under a key in what the endpoint remembers, the newest ones only. */
export function remember(memo: About['memo'], key: string, value = 1): void {
  keep(memo, key, value, mostKept);
}

/** How values become text, and under which Content-Type; an absent type sends no header. */
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
