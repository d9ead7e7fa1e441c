import type { ClauseId } from '../../../schemas/types.ts';

/** Clauses on the service that no exchange can break, each with the reason why. */
export const exempt: Readonly<Record<ClauseId, string>> = {
  '6.1/notification/sent': 'shows at a listener and in no exchange; the variant "never-notifies" breaks it',
  '8/searches/orders-per-request':
    'what breaks every reading is a list of more than 100, which the two "answer-limit" clauses name',
};
