import { type CoveringPlan, coveringBody, coveringPlan } from '../../generators/covering.ts';
import { keptLately } from '../../schemas/lately.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Covering } from './cover.ts';
import type { Harness } from './harness.ts';
import type { Service, Situation } from './service.ts';

/** Plans that are kept: the services that a proof meets by turns want the same one, or one of a few. */
const plansKept = 8;
/** Bodies of a plan that are kept while other services are sent them as well. */
const bodiesKept = 100;

const plans = keptLately<CoveringPlan>(plansKept);
const bodiesOf = new WeakMap<CoveringPlan, ReturnType<typeof keptLately<JsonObject>>>();

/** The requests of a payment or payout that carry every class of every field. */
export function coveringRequests(
  service: Service,
  { settings }: Harness,
  operation: DocumentedOperationId,
): Covering {
  const { seed } = service;
  const context = service.plain(operation);
  const hand = { context, seed };
  const encoding = settings.target.encodings[operation]?.encoding;
  const plan = plans([operation, context, seed, encoding], () =>
    coveringPlan(operation, context, seed, encoding),
  );
  const bodies = bodiesOf.get(plan) ?? keptLately<JsonObject>(bodiesKept);
  bodiesOf.set(plan, bodies);
  return {
    plan,
    body: (request, carried, attempt) =>
      bodies([request.at, attempt, carried.map(({ field, class: kind }) => [field, kind])], () =>
        coveringBody(plan, request, carried, hand, attempt),
      ),
  };
}

/** A body in which every field that may have any text holds one that would run as a script where it is not escaped. */
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

/** The same requests as pages that a browser opens; those about objects and arrays show nothing more there. */
export function pagesOf({ plan, body }: Covering, visit: NonNullable<Situation['visit']>): Covering {
  const requests = plan.requests.filter(
    ({ carries }) => !carries.some(({ class: kind }) => kind === 'absent' || kind === 'empty'),
  );
  return { plan: { ...plan, requests, notSent: [] }, body, situation: { visit } };
}
