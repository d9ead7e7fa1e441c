import type { BookKind, ImpossibleHistory } from './book.ts';

/** What an acquirer may promise beyond the document, each with the histories that break it. */
const broken = {
  'refund-at-most-paid': 'refunded-above',
  'no-refund-after-cancel': 'refunded-after-cancellation',
  'no-capture-after-cancel': 'captured-after-cancellation',
  'refunds-listed': 'refund-not-listed',
  'refunds-listed-as-made': 'refund-listed-otherwise',
  'no-refund-unasked': 'refund-not-asked',
  'payments-listed-as-paid': 'payment-shown-otherwise',
  'one-payout-per-request-id': 'paid-out-twice',
} as const satisfies Record<string, BookKind>;

/** The names of the laws that a ledger decides. */
export type LawName = keyof typeof broken;

/** A law of one acquirer: what it promises its merchant beyond the document, who said so, and when. */
export interface Law {
  readonly law: LawName;
  /** The promise in the acquirer's own words. */
  readonly says?: string;
  readonly by: string;
  /** The day, as in `2026-01-31`. */
  readonly on: string;
}

/** A law and the histories of a run that break it. */
export interface LawRow extends Law {
  readonly broken: readonly ImpossibleHistory[];
}

/** What became of the laws of the merchant in a run, and its exit status by the document alone. */
export interface Laws {
  readonly rows: readonly LawRow[];
  readonly exitCodeWithout: number;
}

/** Holds laws against the histories that no ledger can hold. */
export function lawRows(laws: readonly Law[], impossible: readonly ImpossibleHistory[]): readonly LawRow[] {
  return laws.map((law) => ({ ...law, broken: impossible.filter(({ kind }) => kind === broken[law.law]) }));
}
