import type { DocumentedOperationId } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import type { RequestCase, Shape } from './request.ts';
import { sample } from './seed.ts';
import { validRequest } from './valid.ts';

/** Draws valid requests from a seed. */
export function drawRequests(
  operation: DocumentedOperationId,
  context: MakeContext,
  shape: Shape,
  seed: number,
  count: number,
): readonly RequestCase[] {
  return sample(validRequest(operation, context, shape), seed, count);
}

/** Draws one valid request from a seed. */
export function drawRequest(
  operation: DocumentedOperationId,
  context: MakeContext,
  shape: Shape,
  seed: number,
): RequestCase {
  const [made] = drawRequests(operation, context, shape, seed, 1);
  if (made === undefined) throw new RangeError(`seed ${seed} draws no request`);
  return made;
}
