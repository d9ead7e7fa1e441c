import type { DocumentedOperationId, Encoding, JsonObject } from '../schemas/types.ts';

/** One form input of a page. */
export type Input = readonly [name: string, value: string];

/** The redirect page of 2.8 before it is written. */
export interface Page {
  /** Address of the base element, if any. */
  readonly base?: string;
  readonly form: {
    readonly name: string;
    readonly method: string;
    readonly action: string;
    readonly inputs: readonly Input[];
  };
  /** Inputs that the script adds on load. */
  readonly added: readonly Input[];
  /** How the form is posted: by a script, by `onload`, after a delay, never, or not because a script fails first. */
  readonly post: 'script' | 'onload' | 'late' | 'never' | 'throws';
  /** A script file that the page loads at the end; `leave.js` posts the form, `idle.js` does not. */
  readonly file?: 'leave.js' | 'idle.js';
}

/**
 * An answer before it is written; `accepted` is true for a processed call, false for a refused one; `declined` is true
 * for the result of a payment or payout that did not succeed.
 */
export type Reply = { readonly status: number; readonly accepted: boolean; readonly declined?: boolean } & (
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

/** An answer as it is sent; header names are lower case. */
export interface Wire {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Delay in milliseconds before the answer starts. */
  readonly delayMs?: number;
  /** Interim answers (100 to 199) before the answer. */
  readonly interim?: readonly number[];
  /** Sends the body in chunks, without Content-Length. */
  readonly chunked?: true;
  /** Compresses the body with gzip if the caller accepts it. */
  readonly gzip?: true;
  /** Closes the connection after the answer without announcing it. */
  readonly hangsUp?: true;
  /** `half`: sends the full Content-Length but half of the body, then closes; `nothing`: closes without an answer. */
  readonly cut?: 'half' | 'nothing';
}

/** The call that is answered: a change decides with it where it applies. */
export interface About {
  readonly operation: DocumentedOperationId;
  /** The request as read; empty if it is unreadable. */
  readonly request: JsonObject;
  readonly encoding: Encoding;
  /** The request body as text. */
  readonly body: string;
  /** Memory between the calls of one world; writers must limit its size. */
  readonly memo: Map<string, number>;
}

/** A refusal with a text body; an empty `contentType` sends no Content-Type header. */
export function refusedInText(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { form: 'text', status, accepted: false, contentType, text, headers };
}

/** A text member of a request; empty if it is absent or not a text. */
export function textOf(request: JsonObject, name: string): string {
  const value = request[name];
  return typeof value === 'string' ? value : '';
}

/** Why a call is refused as a whole. */
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

/** A refused call: the reason in one line, and the request, whose values the answer repeats. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** The four-digit code of the endpoint for the reason. */
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

/** Why an entry or payment fails: a four-digit code of the endpoint, and a text. */
export interface Problem {
  readonly code: string;
  readonly text: string;
}
