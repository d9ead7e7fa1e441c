import { documentedOperations, operationsOf } from '../schemas/operations.ts';
import type { OperationId } from '../schemas/types.ts';
import { about, test } from './fixtures/index.ts';
import { impersonate, tamper } from './support/authentication.ts';
import { prerequisites } from './support/valid-body.ts';

/** The operations whose tests are quick: one for the signature, and of the batch operations one for the party. */
const quick: Readonly<Record<'signature' | 'party', readonly OperationId[]>> = {
  signature: ['apm-payment'],
  party: ['cancel', ...operationsOf('payment', 'search', 'subscription', 'payout')],
};

for (const { id } of documentedOperations) {
  test(
    `refuses ${id} with a signature that is not its own`,
    about(id, {
      needs: prerequisites(id),
      clauses: ['5.1/signature-checked', '5.1/signature-required'],
      quick: quick.signature.includes(id),
    }),
    async ({ service, target }) => tamper(service, target, id),
  );

  test(
    `refuses ${id} for a merchant or an account that does not exist`,
    about(id, {
      needs: prerequisites(id),
      clauses: ['5.3/unknown-merchant', '5.3/unknown-account'],
      quick: quick.party.includes(id),
    }),
    async ({ service }) => impersonate(service, id),
  );
}
