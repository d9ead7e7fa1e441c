import type { JsonObject } from '../../schemas/types.ts';
import { oddCurrency } from '../../targets/odd-currencies.ts';
import { reasonWords } from '../answer-words.ts';
import type { Suspicion } from '../case.ts';

const words = /currenc/i;
const bounds =
  /amount.*(?:bound|range|limit|minimum|maximum|small|large|low|high|least|most|below|above|exceed)|(?:minimum|maximum|smallest|largest).*amount/i;

/** The currency is not one of the account, or the amount not one that it takes in the currency. */
export const currencies: Suspicion = {
  kind: 'currencies',
  async explain(one) {
    const value = one.main.exchange.sent.value as JsonObject;
    const currency = value.currency ?? value.payment_currency;
    const said = reasonWords(one.main).slice(0, 500);
    if (typeof currency !== 'string') return undefined;
    if (!words.test(said) && bounds.test(said)) {
      const { amountPerRequest } = one.target.limits;
      const most = Number.isFinite(amountPerRequest)
        ? `; limits.amountPerRequest (${amountPerRequest}) is the most that is ever asked for`
        : '';
      return {
        key: 'currencies',
        says: `the account does not take ${value.amount ?? value.payment_amount} ${currency}`,
        advice: `Name under "currencies" the smallest and largest amount of each, for example [{ "currency": "${currency}", "smallest": "1.00" }]${most}.`,
      };
    }
    if (!words.test(said)) return undefined;
    const twin = one.operation === 'direct-payment' ? await one.twin('currency') : undefined;
    const other = (twin?.exchange.sent.value as { currency?: string } | undefined)?.currency;
    const taken = twin?.judgement.outcome === 'accepted';
    const odd = oddCurrency(currency);
    return {
      key: 'currencies',
      says: `the account does not take ${currency}${taken ? `; it takes ${other}` : ''}${odd === undefined ? '' : `; ${odd}`}`,
      ...(twin === undefined
        ? {}
        : {
            comparedWith: `the same payment in ${other}: ${taken ? 'accepted' : 'not accepted either'}`,
          }),
      advice: `Name under "currencies" those of the account${taken ? `, for example ["${other}"]` : ''}.`,
    };
  },
};
