import type { ClauseId, DocumentedOperationId, JsonObject } from '../schemas/types.ts';

/** Shapes of valid requests; `unbalanced` is a payment whose parts do not add up to its amount. */
export const shapes = ['any', 'minimal', 'full', 'unicode', 'long', 'unbalanced'] as const;
/** One shape of a valid request. */
export type Shape = (typeof shapes)[number];

/** A generated request, unsigned: `encryption_data` is added by its sender. */
export interface RequestCase {
  readonly operation: DocumentedOperationId;
  /** Stable and unique within operation and kind, for example `refund_orders/51-entries`. */
  readonly name: string;
  readonly kind: 'valid' | 'boundary' | 'fault';
  readonly body: JsonObject;
  /** The clause that the case touches. */
  readonly clause?: ClauseId;
  /**
   * `accepted`: the document shows this input as right, so nothing in it is a reason to refuse it.
   * `refused`: what is stated implies that it ought to be refused. `not-shown`: the document leaves it open.
   */
  readonly expectation: 'accepted' | 'refused' | 'not-shown';
  /** The clause on the caller that the body breaks, when it breaks exactly one. */
  readonly breaks?: ClauseId;
  /** Path of what a boundary or fault changed, for example `refund_orders[1].amount`. */
  readonly at?: string;
}
