import type { ClauseId, DocumentedOperationId, JsonObject } from '../schemas/types.ts';

/** Shapes of valid requests; `unbalanced` is a payment whose parts do not add up to its amount. */
export const shapes = ['any', 'minimal', 'full', 'unicode', 'long', 'unbalanced'] as const;
/** One shape of a valid request. */
export type Shape = (typeof shapes)[number];

/** A generated request without a signature: the sender adds `encryption_data`. */
export interface RequestCase {
  readonly operation: DocumentedOperationId;
  /** Stable and unique within operation and kind, for example `refund_orders/51-entries`. */
  readonly name: string;
  readonly kind: 'valid' | 'boundary' | 'fault';
  readonly body: JsonObject;
  /** The clause that the case touches. */
  readonly clause?: ClauseId;
  /**
   * `accepted`: the document shows the input as valid, so it is no reason for a refusal. `refused`: a statement implies
   * that it is refused. `not-shown`: the document leaves it open.
   */
  readonly expectation: 'accepted' | 'refused' | 'not-shown';
  /** The clause on the caller that the body breaks, if it breaks exactly one. */
  readonly breaks?: ClauseId;
  /** Path of the changed part of a boundary or fault, for example `refund_orders[1].amount`. */
  readonly at?: string;
}
