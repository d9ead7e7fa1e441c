import { say, sayValue } from '../findings/say.ts';
import { isBlank } from '../outcome.ts';
import type { JsonValue } from '../types.ts';
import type { Rule } from './rule.ts';

const order = '2.13/last_updated_at/not-before-created';

/** C-04: they come back or not; only what comes back could be wrong. */
export const payerPart = ['payer', 'source_amount', 'source_currency'];

/** 2.13: what the times and amounts of one payout result say about each other. */
export const payoutResult: Rule = {
  name: 'payout-result',
  clauses: [order, '2.13/amounts/relation', '2.13/source/payer-part'],
  operations: ['payout'],
  looksAt: 'answer',
  check({ answer, outcome }, notebook) {
    const isShown = payerPart.some((name) => !isBlank(answer[name]));
    if (outcome === 'accepted' && isShown) notebook.holds('2.13/source/payer-part');
    const created = momentOf(answer.created_at);
    const updated = momentOf(answer.last_updated_at);
    if (created !== undefined && updated !== undefined) {
      if (updated >= created) notebook.holds(order);
      else
        notebook.breaks(order, {
          kind: 'differs',
          path: 'last_updated_at',
          expected: say('no-smaller-than', [answer.created_at]),
          received: sayValue(answer.last_updated_at),
        });
    }
    const { amount_payer_pays: paid, fee_amount: fee, amount_beneficiary_receives: got } = answer;
    if (typeof paid === 'number' && typeof fee === 'number' && typeof got === 'number') {
      const word =
        paid - fee === got
          ? 'payer minus fee is what the beneficiary receives'
          : 'payer minus fee is not what the beneficiary receives';
      // Named by their fields, since a mask may stand in any of them.
      const fields = 'amount_payer_pays, fee_amount and amount_beneficiary_receives';
      notebook.observes('2.13/amounts/relation', word, `Of ${fields}: ${word}`);
    }
  },
};

/** Milliseconds of a `YYYY-MM-DDThh:mm:ss+hhmm` timestamp; of a moment that no calendar has, nothing follows. */
function momentOf(value: JsonValue | undefined): number | undefined {
  if (typeof value !== 'string' || !/^[0-9-]{10}T(?!24)[0-9:]{8}[+-][0-9]{4}$/.test(value)) return undefined;
  const day = value.slice(0, 10);
  // What a month does not have would count as a day of the next one.
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return undefined;
  const moment = Date.parse(`${value.slice(0, -2)}:${value.slice(-2)}`);
  return Number.isNaN(moment) ? undefined : moment;
}
