import { say, sayValue } from '../../findings/say.ts';
import type { JudgedExchange } from '../../types.ts';
import { factsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

const clause = '2.9/refund_reference_id/unique';

/** 2.9: the digits tell the refunds of one transaction apart, so no two refund calls give the same id. */
export const refundReferences: RunRule = {
  name: 'refund-references',
  clauses: [clause],
  operations: ['refund'],
  check(run, about) {
    const seen = new Map<string, JudgedExchange>();
    for (const { judged, record, path } of recordsOf(factsOf(run), 'refund')) {
      const id = record.refund_reference_id;
      if (typeof id !== 'string' || id === '') continue;
      const before = seen.get(id);
      // Twice in one answer is the business of the rule over one exchange.
      if (before !== undefined && before !== judged) {
        about(judged).breaks(clause, {
          kind: 'repeated',
          path: `${path}.refund_reference_id`,
          expected: say('other-id-than-exchange', [], before.exchange.id),
          received: sayValue(id),
        });
      } else about(judged).holds(clause);
      if (before === undefined) seen.set(id, judged);
    }
  },
};
