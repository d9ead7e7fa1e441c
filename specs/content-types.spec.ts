import { writings } from '../opening/writings.ts';
import { documentedOperations } from '../schemas/operations.ts';
import { about } from './support/about.ts';
import { anew } from './support/anew.ts';
import { coverBodies } from './support/cover-bodies.ts';

import { test } from './support/test.ts';
import { prerequisites, validBody } from './support/valid-body.ts';

for (const { id } of documentedOperations) {
  test(
    `understands ${id} in at least one way of writing it`,
    about(id, {
      alike: true,
      needs: prerequisites(id),
      clauses: ['4/body-type/usable', '4/body-type/matrix'],
    }),
    async ({ service }) => {
      for (const { encoding, contentType } of writings) {
        const how = {
          intent: 'odd',
          encoding,
          contentType,
          caseName: `${encoding} as ${contentType}`,
        } as const;
        await anew(async () => service.send(id, await validBody(service, id, 'full'), how));
      }
    },
  );

  test(
    `answers ${id} in every way of writing that its type allows`,
    about(id, { alike: true, needs: prerequisites(id), clauses: ['4/body-type/matrix'] }),
    async ({ service, harness }) => coverBodies(service, harness, id),
  );
}
