import type { ClauseId } from '../../../schemas/types.ts';

/** Clauses on the service that no exchange can break, each with the reason why. */
export const exempt: Readonly<Record<ClauseId, string>> = {
  '1.3/one-result-per-order/searches':
    'what breaks every reading is an identical record twice, which the two "distinct" clauses name',
  '8/searches/orders-per-request':
    'what breaks every reading is a list of more than 100, which the two "answer-limit" clauses name',
};
