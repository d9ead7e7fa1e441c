import { documentedOperations } from '../schemas/operations.ts';
import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';
import { malformed } from './support/malformed.ts';

for (const { id, path } of documentedOperations) {
  test(
    `survives malformed calls of ${id}`,
    about(id, {
      clauses: ['7.8/robustness', '1/operations/other-method', '1/operations/unknown-path'],
    }),
    async ({ service }) => {
      const calls = [...malformed, { path: `${path}/unknown`, name: 'unknown path' }];
      await service.beside(calls, (own, { name, ...options }) =>
        own.send(id, {}, { ...options, intent: 'odd', caseName: name }),
      );
    },
  );
}
