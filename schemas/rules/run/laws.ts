import type { ImpossibleHistory, ImpossibleKind } from './reconciliation.ts';

/** The promises that an acquirer may make beyond the document, each with the histories that break it. */
const broken = {
  'refund-at-most-paid': 'refunded-above',
  'no-refund-after-cancel': 'refunded-after-cancellation',
  'no-capture-after-cancel': 'captured-after-cancellation',
  'refunds-listed': 'refund-not-listed',
  'refunds-listed-as-made': 'refund-listed-otherwise',
  'no-refund-unasked': 'refund-not-asked',
  'payments-listed-as-paid': 'payment-shown-otherwise',
  'one-payout-per-request-id': 'paid-out-twice',
} as const satisfies Record<string, ImpossibleKind>;

/** The names of the laws that the ledger decides. */
export type LawName = keyof typeof broken;

/** A promise of an acquirer to its merchant beyond the document, with its author and date. */
export interface Law {
  readonly law: LawName;
  /** The promise in the acquirer's own words. */
  readonly says?: string;
  readonly by: string;
  /** The date, for example `2026-01-31`. */
  readonly on: string;
}

/** A law with the histories of a run that break it. */
export interface LawRow extends Law {
  readonly broken: readonly ImpossibleHistory[];
}

/** The laws of the merchant in a run, and the exit status without them. */
export interface Laws {
  readonly rows: readonly LawRow[];
  readonly exitCodeWithout: number;
}

/** Assigns the impossible histories to the laws that they break. */
export function lawRows(laws: readonly Law[], impossible: readonly ImpossibleHistory[]): readonly LawRow[] {
  return laws.map((law) => ({ ...law, broken: impossible.filter(({ kind }) => kind === broken[law.law]) }));
}
