import { byTest, factsOf, paymentsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

/** 4.4, 4.10: how records are selected is not shown, so what was paid and refunded may be listed or not. */
export const selections: RunRule = {
  name: 'selections',
  clauses: ['4.4/selection', '4.10/selection'],
  operations: ['query', 'refund-search'],
  check(run, about) {
    for (const exchanges of byTest(run)) checkTest(exchanges, about);
  },
};

const checkTest: RunRule['check'] = (run, about) => {
  const paid = new Map<string, Set<string>>();
  const refunded = new Map<string, Set<string>>();
  const known = (map: Map<string, Set<string>>, account: string) => map.get(account) ?? new Set<string>();
  for (const fact of factsOf(run)) {
    const { account, judged, operation } = fact;
    for (const { transaction_id } of paymentsOf([fact]))
      paid.set(account, known(paid, account).add(transaction_id));
    for (const { record } of recordsOf([fact], 'refund'))
      refunded.set(account, known(refunded, account).add(String(record.transaction_id)));
    if (operation.lists === undefined || judged.judgement.outcome !== 'accepted') continue;
    const [made, what] =
      operation.id === 'query'
        ? [known(paid, account), { one: 'an order paid', none: 'no order paid' }]
        : [known(refunded, account), { one: 'a refund made', none: 'no refund made' }];
    if (made.size === 0) continue;
    const listed = recordsOf([fact], operation.id).some(({ record }) =>
      made.has(String(record.transaction_id)),
    );
    const word = `${listed ? what.one : what.none} before is listed`;
    about(judged).observes(`${operation.section}/selection`, word, `${operation.title}: ${word}`);
  }
};
