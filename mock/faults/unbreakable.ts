import type { ClauseId } from '../../schemas/types.ts';

/** Clauses on the service that no fault can break alone, each with the reason; a proof lists them as such. */
export const unbreakable: Readonly<Record<ClauseId, string>> = {
  '1.3/one-result-per-order/searches':
    'the searches name no orders, so every reading of the sentence holds for any list; a record twice breaks 2.10/orders_list/distinct or 2.11/refund_orders/distinct',
  '8/searches/orders-per-request':
    'both readings of "100 orders per request" end in the limit on the answer; more than 100 records break 8/query/answer-limit or 8/refund-search/answer-limit',
};
