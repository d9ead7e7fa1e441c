import { batchOf, unknownOrders } from '../generators/orders.ts';
import { partyOf } from '../generators/situations.ts';
import { operationsOf } from '../schemas/operations.ts';
import { about, test } from './fixtures/index.ts';
import { observeNeeds, observeRefusal } from './support/undocumented.ts';

for (const operation of ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const) {
  test(
    `shows which fields ${operation} needs`,
    about(operation, { clauses: ['2.14/required-request-fields'] }),
    async ({ service, harness }) => observeNeeds(service, harness, operation),
  );
}

for (const name of ['merchant', 'account'] as const) {
  test(
    `shows how an unknown ${name} is answered`,
    about('query', { clauses: ['7.8/error-bodies'] }),
    async ({ service, harness }) => {
      const body = { ...partyOf(service.context), [`${name}_id`]: `unknown-${name}` };
      await observeRefusal(service, harness, { operation: 'query', body, defect: `an unknown ${name}` });
    },
  );
}

for (const operation of operationsOf('batch')) {
  test(
    `shows how ${operation} answers an unknown order`,
    about(operation, { clauses: ['7.8/error-bodies'] }),
    async ({ service, harness }) => {
      const { context, seed } = service;
      const { body } = batchOf(operation, unknownOrders(1, seed, context), context, seed);
      await observeRefusal(service, harness, { operation, body, defect: 'an unknown order' });
    },
  );
}

test(
  'shows how an unknown subscription is answered',
  about('cancel-subscription', { clauses: ['7.8/error-bodies'] }),
  async ({ service, harness }) => {
    const { context } = service;
    const body = { ...partyOf(context), recurring_id: `${context.prefix}-none`, contract_name: 'none' };
    const defect = 'an unknown subscription';
    await observeRefusal(service, harness, { operation: 'cancel-subscription', body, defect });
  },
);
