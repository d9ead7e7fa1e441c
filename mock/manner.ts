import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { Problem, Refusal } from './refusal.ts';
import type { About, Reply, Wire } from './reply.ts';
import type { SignaturePart } from './signature.ts';
import type { Order } from './state/store.ts';
import type { Style } from './write/style.ts';

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

/** Changes decisions. */
export function deciding(change: Partial<Decisions>): Change {
  return (manner) => ({ ...manner, decide: { ...manner.decide, ...change } });
}

/** Changes the values of status fields. */
export function wording(change: Partial<Words>): Change {
  return (manner) => ({ ...manner, words: { ...manner.words, ...change } });
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
