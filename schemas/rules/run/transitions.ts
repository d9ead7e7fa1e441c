import { operationsOf } from '../../operations.ts';
import { scalarText } from '../../outcome.ts';
import { byTest, factsOf, paymentsOf, recordsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

/** Section 3: the moves of orders are not shown, so the statuses before and after each call are noted. */
export const transitions: RunRule = {
  name: 'transitions',
  clauses: ['3/transitions'],
  operations: ['direct-payment', 'query', ...operationsOf('batch')],
  check(run, about) {
    for (const exchanges of byTest(run)) checkTest(exchanges, about);
  },
};

const checkTest: RunRule['check'] = (run, about) => {
  const steps = new Map<string, string[]>();
  for (const fact of factsOf(run)) {
    for (const { transaction_id } of paymentsOf([fact])) steps.set(transaction_id, ['paid']);
    for (const { record, operation } of recordsOf([fact], ...operationsOf('batch'))) {
      const taken = steps.get(String(record.transaction_id));
      // Refunds in parts are one kind of step.
      if (taken !== undefined && taken.at(-1) !== operation.id) taken.push(operation.id);
    }
    for (const { record, judged } of recordsOf([fact], 'query')) {
      const id = String(record.transaction_id);
      const taken = steps.get(id);
      const status = scalarText(record.payment_status)?.slice(0, 10);
      if (taken === undefined || status === undefined) continue;
      const path = [...taken, status].join(' → ');
      about(judged).observes('3/transitions', path, `payment_status of an order: ${path}`);
      steps.set(id, [status]);
    }
  }
};
