import { coveringBody, coveringPlan } from '../../../generators/covering.ts';
import type { DocumentedOperationId, JsonObject } from '../../../schemas/types.ts';
import type { Harness } from '../harness.ts';
import type { Service, Situation } from '../service.ts';
import type { Covering } from './cover.ts';

/** The requests of a payment or payout that carry every class of every field. */
export function coveringRequests(
  service: Service,
  { settings }: Harness,
  operation: DocumentedOperationId,
): Covering {
  const { seed } = service;
  const context = service.plain(operation);
  const seeded = { context, seed };
  const encoding = settings.target.encodings[operation]?.encoding;
  const plan = coveringPlan(operation, context, seed, encoding);
  return {
    plan,
    body: (request, carried, attempt) => coveringBody(plan, request, carried, seeded, attempt),
  };
}

/** A body whose free-text fields all hold a script that would run if it were not escaped. */
export function scriptsEverywhere({ plan, body }: Covering): JsonObject {
  const carries = plan.requests.flatMap((request) => request.carries);
  const scripts = carries.filter((one) => one.class === 'script-in-any-place');
  const fields = new Map(scripts.map((one) => [one.field, one]));
  return body(
    { name: 'classes/scripts', at: plan.requests.length, carries: scripts },
    [...fields.values()],
    'scripts',
  );
}

/**
 * A selection of the requests with every class in some field, as pages for a browser: a browser treats a text alike in
 * every field. Classes of objects and arrays are left out, because they show nothing more there.
 */
export function pagesOf({ plan, body }: Covering, visit: NonNullable<Situation['visit']>): Covering {
  const met = new Set<string>();
  const requests = plan.requests.filter(({ carries }) => {
    const classes = carries.map((one) => one.class);
    if (classes.includes('absent') || classes.includes('empty')) return false;
    const isNew = classes.some((one) => !met.has(one));
    for (const one of classes) met.add(one);
    return isNew;
  });
  return { plan: { ...plan, requests, notSent: [] }, body, situation: { visit } };
}
