import { documentedOperations } from '../schemas/operations.ts';
import { about } from './support/about.ts';
import { malformed } from './support/malformed.ts';
import { test } from './support/test.ts';

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
