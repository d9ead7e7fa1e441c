import { documentedOperations } from '../schemas/operations.ts';
import { impersonate, tamper } from './support/authentication.ts';
import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';
import { prerequisites } from './support/valid-body.ts';

for (const { id } of documentedOperations) {
  test(
    `refuses ${id} with a signature that is not its own`,
    about(id, {
      needs: prerequisites(id),
      clauses: ['5.1/signature-checked', '5.1/signature-required'],
    }),
    async ({ service, target }) => tamper(service, target, id),
  );

  test(
    `refuses ${id} for a merchant or an account that does not exist`,
    about(id, {
      needs: prerequisites(id),
      clauses: ['5.3/unknown-merchant', '5.3/unknown-account'],
    }),
    async ({ service }) => impersonate(service, id),
  );
}
