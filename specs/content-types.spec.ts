import { documentedOperations } from '../schemas/operations.ts';
import { about, test } from './fixtures/index.ts';
import { coverBodies } from './support/covering/cover-bodies.ts';
import { prerequisites } from './support/valid-body.ts';

for (const { id } of documentedOperations) {
  test(
    `answers ${id} in every way of writing that its type allows`,
    about(id, { needs: prerequisites(id), clauses: ['4/body-type/usable', '4/body-type/matrix'] }),
    async ({ service, harness }) => coverBodies(service, harness, id),
  );
}
