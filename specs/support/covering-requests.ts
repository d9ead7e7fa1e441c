import { coveringBody, coveringPlan } from '../../generators/covering.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Covering } from './cover.ts';
import type { Harness } from './harness.ts';
import { rememberLast } from './remember-last.ts';
import type { Service } from './service.ts';

const planOf = rememberLast(coveringPlan);

/** The requests of a payment or payout that carry every class of every field. */
export function coveringRequests(
  { context, seed }: Service,
  { settings }: Harness,
  operation: DocumentedOperationId,
): Covering {
  const hand = { context, seed };
  const plan = planOf(operation, context, seed, settings.target.encodings[operation]?.encoding);
  return { plan, body: (request, carried, attempt) => coveringBody(plan, request, carried, hand, attempt) };
}
