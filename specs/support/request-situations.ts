import { drawRequest } from '../../generators/drawn.ts';
import type { Shape } from '../../generators/request.ts';
import { validRequest } from '../../generators/valid.ts';
import { expect } from '../fixtures/expect.ts';
import { cover } from './covering/cover.ts';
import { coveringRequests } from './covering/covering-requests.ts';
import { probeBoundaries } from './probe.ts';
import { checkProperty } from './property.ts';
import { withRetries } from './retries.ts';
import type { Act } from './service.ts';

/** Sends a generated request of one shape. */
export function ofShape(shape: Shape): Act {
  return async (service, operation) => {
    const made = drawRequest(operation, service.context, shape, service.seed);
    // Each attempt has its own identifiers.
    expect.soft(await withRetries(() => service.send(operation, made))).toConform();
  };
}

/** Sends any subsets of the documented fields. */
export const anySubset: Act = (service, operation, harness) =>
  checkProperty({ service, harness }, validRequest(operation, service.context), (made, situation, own) =>
    withRetries(() => own.send(operation, made, situation)),
  );

/** Sends every class of values in every field. */
export const everyClass: Act = (service, operation, harness) =>
  cover(service, harness, coveringRequests(service, harness, operation));

/** Sends boundary values of every field. */
export const boundaries: Act = (service, operation) => probeBoundaries(service, operation);
