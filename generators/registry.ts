import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { Shape } from './request.ts';
import { agreeAsDrawn, agreePayment, agreePayout } from './valid/agree.ts';
import type { Scene } from './values/scene.ts';

/** What the generators know about one operation beyond its request schema. */
export interface RequestGenerator {
  /** The shapes that differ for this operation. */
  readonly shapes: readonly Shape[];
  /** The shapes in which every documented field stands, so that the document shows them as right. */
  readonly shown: readonly Shape[];
  /** Makes fields agree that no single leaf can see. */
  readonly agree: (body: JsonObject, scene: Scene) => JsonObject;
}

const payment: RequestGenerator = {
  shapes: ['any', 'minimal', 'full', 'unicode', 'long', 'unbalanced'],
  shown: ['full'],
  agree: agreePayment,
};
const payout: RequestGenerator = {
  shapes: ['any', 'minimal', 'full', 'unicode', 'long'],
  shown: ['full'],
  agree: agreePayout,
};
const batch: RequestGenerator = {
  shapes: ['any', 'minimal'],
  shown: ['any', 'minimal', 'full'],
  agree: agreeAsDrawn,
};
const plain: RequestGenerator = {
  shapes: ['minimal'],
  shown: ['any', 'minimal', 'full'],
  agree: agreeAsDrawn,
};

/** One entry for each of the eleven documented operations. */
export const registry = {
  'direct-payment': payment,
  'apm-payment': payment,
  'redirect-payment': payment,
  query: plain,
  capture: batch,
  review: batch,
  cancel: batch,
  'cancel-subscription': plain,
  refund: { ...batch, shapes: ['any', 'minimal', 'unicode', 'long'] },
  'refund-search': plain,
  payout,
} as const satisfies Record<DocumentedOperationId, RequestGenerator>;

/** The entry of one operation, typed without its literal details. */
export function generatorOf(operation: DocumentedOperationId): RequestGenerator {
  return registry[operation];
}
