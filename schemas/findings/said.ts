import type { Phrase } from './phrases.ts';

/** In which way a clause was broken; every finding has one. */
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
/** In which way a clause was broken. */
export type FindingKind = (typeof findingKinds)[number];

/**
 * A value of an exchange as findings carry it: scalars as they are, texts of more than 600 characters without their
 * middle, lists and objects by their size and their names. A masked number is a text.
 */
export type SeenValue =
  | { readonly type: 'string'; readonly value: string; readonly length?: number }
  | { readonly type: 'number'; readonly value: number | string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'null' }
  | { readonly type: 'array'; readonly length: number }
  | { readonly type: 'object'; readonly names: readonly string[]; readonly more?: number };

/** One side of a finding as data: which phrase it is, and what it is about. */
export interface Said {
  readonly says: Phrase;
  /** Values of the exchange, in the order of their places in the phrase; they are masked wherever they are shown. */
  readonly values?: readonly SeenValue[];
  /** Names, numbers and words of the contract or the judge, in the order of their places; never a value of the exchange. */
  readonly terms?: readonly (string | number)[];
}

/** What was expected and what was received, as values. */
export interface FindingValues {
  readonly expected: Said;
  readonly received: Said;
}
