import { say } from '../../findings/say.ts';
import { factsOf, paymentsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

const clauses = { query: '2.10/account-separation', 'refund-search': '2.11/account-separation' } as const;

/** 5.3: the account in the body identifies the caller, so orders and refunds of another account are not listed. */
export const accountSeparation: RunRule = {
  name: 'account-separation',
  clauses: Object.values(clauses),
  operations: ['query', 'refund-search'],
  check(run, about) {
    const facts = factsOf(run);
    const payments = paymentsOf(facts);
    const accounts = new Set(payments.map(({ account }) => account));
    const owners = new Map(payments.map(({ transaction_id, account }) => [transaction_id, account]));
    for (const operation of ['query', 'refund-search'] as const) {
      const clause = clauses[operation];
      for (const { judged, account, record, path } of recordsOf(facts, operation)) {
        if (accounts.size > (accounts.has(account) ? 1 : 0)) about(judged).holds(clause);
        const owner = owners.get(String(record.transaction_id));
        if (owner === undefined || owner === account) continue;
        about(judged).breaks(clause, {
          kind: 'differs',
          path: `${path}.order_no`,
          expected: say('own-account'),
          received: say('other-account', [record.order_no]),
        });
      }
    }
  },
};
