import { say, sayValue } from '../../findings/say.ts';
import { factsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

const clause = '2.11/refund/as-refunded';
const compared = [
  'transaction_id',
  'order_no',
  'refund_amount',
  'amount',
  'currency',
  'refund_reason',
  'refund_reference',
];

/** 2.11: a record agrees with the refund answer that gave its refund_reference_id. */
export const asRefunded: RunRule = {
  name: 'as-refunded',
  clauses: [clause],
  operations: ['refund-search'],
  check(run, about) {
    const facts = factsOf(run);
    const made = new Map(
      recordsOf(facts, 'refund').map((found) => [found.record.refund_reference_id, found.record]),
    );
    for (const { judged, record, path } of recordsOf(facts, 'refund-search')) {
      const id = record.refund_reference_id;
      const refund = typeof id === 'string' && id !== '' ? made.get(id) : undefined;
      if (refund === undefined) continue;
      about(judged).holds(clause);
      for (const name of compared) {
        const given = refund[name];
        const shown = record[name];
        if (typeof given !== 'string' || typeof shown !== 'string' || given === shown) continue;
        about(judged).breaks(clause, {
          kind: 'differs',
          path: `${path}.${name}`,
          expected: say('as-refunded', [given]),
          received: sayValue(shown),
        });
      }
    }
  },
};
