import type { JsonObject } from '../schemas/types.ts';

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
