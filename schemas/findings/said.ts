import type { Phrase } from './phrases.ts';

/** The ways in which a clause can be broken; every finding has one. */
export const findingKinds = [
  'absent',
  'type',
  'shape',
  'value',
  'differs',
  'extra',
  'repeated',
  'count',
  'malformed',
  'medium',
  'status',
  'no-answer',
  'outcome',
  'card-in-clear',
  'masking',
  'page',
  'suite',
] as const;
/** The way in which a clause was broken. */
export type FindingKind = (typeof findingKinds)[number];

/**
 * A value of an exchange in a finding: scalars unchanged, texts of more than 600 characters without their middle,
 * arrays and objects by size and names. A masked number is a text.
 */
export type SeenValue =
  | { readonly type: 'string'; readonly value: string; readonly length?: number }
  | { readonly type: 'number'; readonly value: number | string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'null' }
  | { readonly type: 'array'; readonly length: number }
  | { readonly type: 'object'; readonly names: readonly string[]; readonly more?: number };

/** The expected or received side of a finding: a phrase and its arguments. */
export interface Said {
  readonly says: Phrase;
  /** Values of the exchange, in the order of their places in the phrase; masked wherever they are shown. */
  readonly values?: readonly SeenValue[];
  /** Names, numbers and words of the contract or the judge, in order of their places; never values of the exchange. */
  readonly terms?: readonly (string | number)[];
}

/** The expected and the received side of a finding. */
export interface FindingValues {
  readonly expected: Said;
  readonly received: Said;
}
