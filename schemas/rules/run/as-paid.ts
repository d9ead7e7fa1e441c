import { textOf } from '../../text-of.ts';
import { factsOf, paymentsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

const clauses = { amount: '2.10/amount/as-paid', currency: '2.10/currency/as-paid' } as const;

const masked = /^\d*x{3,}/;

/** 2.10: a queried order that was paid in the run has the amount and the currency that were paid. */
export const asPaid: RunRule = {
  name: 'as-paid',
  clauses: Object.values(clauses),
  operations: ['query'],
  check(run, about) {
    const facts = factsOf(run);
    const payments = new Map(
      paymentsOf(facts).map((payment) => [`${payment.transaction_id}\n${payment.order_no}`, payment]),
    );
    for (const { judged, record, path } of recordsOf(facts, 'query')) {
      const payment = payments.get(`${String(record.transaction_id)}\n${String(record.order_no)}`);
      for (const name of ['amount', 'currency'] as const) {
        const paid = payment?.request[name];
        const shown = record[name];
        if (typeof paid !== 'string' || typeof shown !== 'string') continue;
        // Evidence masks a long amount that happens to look like a card number; masked values compare with nothing.
        if (masked.test(paid) || masked.test(shown)) continue;
        if (paid === shown) about(judged).holds(clauses[name]);
        else
          about(judged).breaks(clauses[name], {
            path: `${path}.${name}`,
            expected: `${textOf(paid)} as paid`,
            received: textOf(shown),
          });
      }
    }
  },
};
