import { documentedOperations, isBatch } from '../schemas/operations.ts';
import { about, test } from './fixtures/index.ts';
import { impersonate, tamper } from './support/authentication.ts';
import { prerequisites } from './support/valid-body.ts';

for (const { id } of documentedOperations) {
  test(
    `refuses ${id} with a signature that is not its own`,
    about(id, {
      needs: prerequisites(id),
      clauses: ['5.1/signature-checked', '5.1/signature-required'],
      quick: id === 'apm-payment',
    }),
    async ({ service, target }) => tamper(service, target, id),
  );

  test(
    `refuses ${id} for a merchant or an account that does not exist`,
    about(id, {
      needs: prerequisites(id),
      clauses: ['5.3/unknown-merchant', '5.3/unknown-account'],
      // One batch operation shows what the others show.
      quick: id === 'cancel' || !isBatch(id),
    }),
    async ({ service }) => impersonate(service, id),
  );
}
