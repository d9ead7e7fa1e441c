import { keptLately } from '../schemas/lately.ts';
import type { DocumentedOperationId } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import type { RequestCase, Shape } from './request.ts';
import { sample } from './seed.ts';
import { validRequest } from './valid.ts';

/** Draws that are kept: those of one test, which meets one variant after another with them. */
const most = 100;

const lately = keptLately<readonly RequestCase[]>(most);

/** Draws valid requests from a seed; equal ones are drawn once. */
export function drawRequests(
  operation: DocumentedOperationId,
  context: MakeContext,
  shape: Shape,
  seed: number,
  count: number,
): readonly RequestCase[] {
  return lately([operation, context, shape, seed, count], () =>
    sample(validRequest(operation, context, shape), seed, count),
  );
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
