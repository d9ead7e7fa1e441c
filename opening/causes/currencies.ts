import { reasonWords } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

const words = /currenc/i;

/** The currency is not one of the account. */
export const currencies: Suspicion = {
  kind: 'currencies',
  async explain(one) {
    const value = one.main.exchange.sent.value as { currency?: unknown; payment_currency?: unknown };
    const currency = value.currency ?? value.payment_currency;
    if (typeof currency !== 'string' || !words.test(reasonWords(one.main))) return undefined;
    const twin = one.operation === 'direct-payment' ? await one.twin('currency') : undefined;
    const other = (twin?.exchange.sent.value as { currency?: string } | undefined)?.currency;
    const taken = twin?.judgement.outcome === 'accepted';
    return {
      key: 'currencies',
      says: `the account does not take ${currency}${taken ? `; it takes ${other}` : ''}`,
      ...(twin === undefined
        ? {}
        : {
            comparedWith: `the same payment in ${other}: ${taken ? 'accepted' : 'not accepted either'}`,
          }),
      advice: `Name under "currencies" those of the account${taken ? `, for example ["${other}"]` : ''}.`,
    };
  },
};
