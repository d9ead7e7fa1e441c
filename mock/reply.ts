import type { DocumentedOperationId, Encoding, JsonObject } from '../schemas/types.ts';

/** One input of a page: name and value. */
export type Input = readonly [name: string, value: string];

/** The redirect page of 2.8 before it is written. */
export interface Page {
  /** Address of a base element, when there is one. */
  readonly base?: string;
  readonly form: {
    readonly name: string;
    readonly method: string;
    readonly action: string;
    readonly inputs: readonly Input[];
  };
  /** Inputs that the script adds on load. */
  readonly added: readonly Input[];
  /** How the form leaves: by a script at the end, by the body's `onload`, some time later, never, or not after a script error. */
  readonly post: 'script' | 'onload' | 'late' | 'never' | 'throws';
  /** A script file next to the hosted pages that the page loads at the end; `leave.js` posts the form, `idle.js` does not. */
  readonly file?: 'leave.js' | 'idle.js';
}

/** An answer before it is written; `accepted` tells a processed call from a refused one. */
export type Reply = { readonly status: number; readonly accepted: boolean } & (
  | { readonly form: 'json'; readonly value: JsonObject }
  | { readonly form: 'xml'; readonly root: string; readonly value: JsonObject }
  | { readonly form: 'page'; readonly page: Page }
  | {
      readonly form: 'text';
      readonly contentType: string;
      readonly text: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
);

/** What goes on the wire. Header names are lower case. */
export interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Milliseconds before the answer starts. */
  readonly delayMs?: number;
  /** Sends the body in chunks, without announcing its length. */
  readonly chunked?: true;
  /** Packs the body with gzip for callers that accept it. */
  readonly gzip?: true;
  /** Ends the connection after the answer, without having said so. */
  readonly hangsUp?: true;
  /** Announces the whole length, sends half of the body, and closes the connection. */
  readonly cut?: 'half' | 'nothing';
}

/** What an answer answers: enough for a dialect or a fault to decide where it applies. */
export interface About {
  readonly operation: DocumentedOperationId;
  /** The request as read; empty when it could not be read. */
  readonly request: JsonObject;
  readonly encoding: Encoding;
  /** The request as it was written. */
  readonly body: string;
  /** Room to remember things between calls of one world; bounded by whoever writes to it. */
  readonly memo: Map<string, number>;
}

/** A refusal as a text under a status; no header names an empty type. */
export function refusedInText(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { form: 'text', status, accepted: false, contentType, text, headers };
}

/** A text member of a request, or an empty text. */
export function textOf(request: JsonObject, name: string): string {
  const value = request[name];
  return typeof value === 'string' ? value : '';
}

/** Why a call as a whole is refused. */
export type RefusalKind =
  | 'unreadable'
  | 'schema'
  | 'incomplete'
  | 'empty'
  | 'over-limit'
  | 'signature'
  | 'address'
  | 'unknown'
  | 'terms';

/** A refused call: the reason in one line, and what the request named, for the answer to name again. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** The endpoint's own four digits for the reason. */
  readonly code: string;
  readonly text: string;
  readonly request: JsonObject;
}

const codes: Record<RefusalKind, string> = {
  unreadable: '1001',
  schema: '1002',
  incomplete: '1003',
  empty: '1004',
  'over-limit': '1005',
  signature: '1006',
  address: '1007',
  unknown: '1008',
  terms: '1009',
};

/** Builds a refusal. */
export function refusal(kind: RefusalKind, text: string, request: JsonObject = {}): Refusal {
  return { kind, code: codes[kind], text, request };
}

/** Why one entry or payment cannot be done: the endpoint's own four digits and a text. */
export interface Problem {
  readonly code: string;
  readonly text: string;
}
