import { drawRequest } from '../../generators/drawn.ts';
import { validRequest } from '../../generators/valid.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { cover } from './covering/cover.ts';
import { coveringRequests } from './covering/covering-requests.ts';
import { expect } from './expect.ts';
import { about } from './fixtures/about.ts';
import { test } from './fixtures/test.ts';
import { probeBoundaries } from './probe.ts';
import { checkProperty } from './property.ts';
import { withRetries } from './retries.ts';

/** Registers the tests that payments and payout share, whose bodies are generated. */
export function describeRequests(operation: DocumentedOperationId): void {
  // Reports distinguish tests with the same file and title only by their group.
  test.describe(operation, () => {
    for (const shape of ['minimal', 'full', 'unicode', 'long'] as const) {
      test(`answers a request of ${shape} shape as documented`, about(operation), async ({ service }) => {
        const made = drawRequest(operation, service.context, shape, service.seed);
        // Each attempt has its own identifiers.
        expect(await withRetries(() => service.send(operation, made))).toConform();
      });
    }

    test(
      'conforms for any subset of the documented fields',
      about(operation),
      async ({ service, harness }) => {
        await checkProperty(
          { service, harness },
          validRequest(operation, service.context),
          (made, situation, own) => withRetries(() => own.send(operation, made, situation)),
        );
      },
    );

    test(
      'answers every class of values in every field',
      about(operation, { clauses: ['2.14/formats'] }),
      async ({ service, harness }) => {
        await cover(service, harness, coveringRequests(service, harness, operation));
      },
    );

    test('meets every boundary of the request without a crash', about(operation), async ({ service }) => {
      await probeBoundaries(service, operation);
    });
  });
}
