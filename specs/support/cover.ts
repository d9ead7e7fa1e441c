import {
  asNamed,
  type Carried,
  type CoveringPlan,
  type CoveringRequest,
  narrow,
} from '../../generators/covering.ts';
import { refusalText } from '../../schemas/sent.ts';
import type { JsonObject, JudgedExchange, Observation } from '../../schemas/types.ts';
import { anew } from './anew.ts';
import { type Coverage, startCoverage } from './coverage.ts';
import type { Harness } from './harness.ts';
import type { Service, Situation } from './service.ts';
import { likelyOf, meets, type Trouble, troublesOf } from './trouble.ts';

/** Runs for each property with which a run sends a whole plan. */
export const wholeRuns = 25;

/** Most requests that a test sends to find out which of many values brought about a trouble. */
const mostFurther = 60;

/** As many of them are kept for values that make sense, once texts that a field does not mean were refused. */
const keptForOwn = 15;

/** Most pages that posted nothing in a test: each is waited for twice, and the next one would do as little. */
const mostSilent = 8;

/** Fields or classes that were refused so often stand aside until all others have been met. */
const often = 2;

/** How the requests of a plan are made and sent. */
export interface Covering {
  readonly plan: CoveringPlan;
  /** The body of a request with some of what it carries; `attempt` tells sendings apart. */
  body(request: CoveringRequest, carried: readonly Carried[], attempt: string): JsonObject;
  readonly situation?: Situation;
  /** True where the plain request may be refused too: orders that nobody has. */
  readonly mayBeRefused?: true;
  /** True where every attempt is about the same paid orders, so that none is sent in place of one that came too soon. */
  readonly movesMoneyAgain?: true;
}

interface Search {
  readonly covering: Covering;
  readonly coverage: Coverage;
  send(request: CoveringRequest, carried: readonly Carried[]): Promise<JudgedExchange>;
  /** False when no further request may be sent. */
  spend(): boolean;
}

/** Observes which values of which field were refused: that is the service's own business (2.14). */
function refusalOf(operation: CoveringPlan['operation'], { field, class: kind }: Carried): Observation {
  const text = refusalText(field, kind);
  return { clause: '2.14/formats', operation, fingerprint: text, detail: text };
}

function postsNothing({ exchange: { page } }: JudgedExchange): boolean {
  return page !== undefined && page.posted === undefined;
}

async function explain(
  { coverage, send, spend }: Search,
  request: CoveringRequest,
  carried: readonly Carried[],
  trouble: Trouble,
): Promise<readonly Carried[]> {
  if (!spend()) {
    coverage.note(carried, 'unclear');
    return [];
  }
  const control = await send(request, []);
  const isAllowed = trouble.outcome !== 'refused' || control.judgement.outcome === 'accepted';
  if (!isAllowed || meets(control, control, trouble)) {
    coverage.note(carried, 'unclear');
    return [];
  }
  const shows = async (some: readonly Carried[]) => {
    if (!spend()) return undefined;
    const judged = await send(request, some);
    const shown = meets(judged, control, trouble);
    if (!shown && troublesOf(judged, control).length === 0) coverage.note(some, 'accepted');
    return shown;
  };
  // What every request has is no reason.
  const suspects = carried.filter((one) => one.class !== asNamed.id);
  const { culprits, unclear } = await narrow(suspects, shows, likelyOf(trouble, suspects));
  coverage.note(unclear, 'unclear');
  coverage.note(culprits, trouble.outcome);
  return culprits;
}

/**
 * Sends the requests of a plan, as many as the run's size asks for, and notes what became of each class in each field.
 * Where a request meets what the plain one does not, it is halved until the field and the class are known.
 */
export async function cover(service: Service, harness: Harness, covering: Covering): Promise<void> {
  const { plan, situation } = covering;
  const { operation } = plan;
  // A proof opens the one page that has scripts in all fields instead.
  if (harness.settings.variants !== undefined && situation?.visit !== undefined) return;
  const count = Math.ceil(plan.requests.length * Math.min(1, service.runs / wholeRuns));
  const coverage = startCoverage(
    operation,
    plan.requests.flatMap(({ carries }) => carries),
    plan.notSent,
  );
  const found: Observation[] = [];
  let further = mostFurther;
  let sent = 0;
  let silent = 0;
  const send = async (request: CoveringRequest, carried: readonly Carried[]) => {
    const [only, ...others] = carried;
    const carries =
      only !== undefined && others.length === 0 && request.carries.length > 1
        ? { field: only.field, class: only.class }
        : undefined;
    const attempt = () =>
      service.send(operation, covering.body(request, carried, String(sent++)), {
        ...situation,
        asGenerated: true,
        bulk: true,
        caseName: request.name,
        ...(carries && { carries }),
      });
    const judged = await (covering.movesMoneyAgain ? attempt() : anew(attempt));
    if (postsNothing(judged)) silent += 1;
    return judged;
  };
  let kept = 0;
  const spend = () => silent < mostSilent && further > kept && further-- > 0;
  const search: Search = { covering, coverage, send, spend };
  let why = `a run of ${service.runs} cases sends ${count} of ${plan.requests.length} requests`;
  const guilty: Carried[] = [];
  let onlyOwn = false;
  const standsAside = (one: Carried) =>
    (onlyOwn && one.isBeyond === true) ||
    guilty.filter(({ field }) => field === one.field).length >= often ||
    guilty.filter((other) => other.class === one.class).length >= often;
  try {
    const [first] = plan.requests;
    if (first === undefined) return;
    const control = await send(first, []);
    // Each page that posts nothing is waited for twice, and shows nothing of its fields.
    if (postsNothing(control))
      service.cannot('the plain page posts nothing, so what becomes of its fields cannot be seen');
    const queue = plan.requests.slice(0, count);
    for (const request of queue) {
      if (silent >= mostSilent) {
        why = `${silent} pages posted nothing`;
        break;
      }
      const carried = request.carries.filter((one) => !standsAside(one));
      coverage.note(
        request.carries.filter((one) => standsAside(one)),
        'unclear',
      );
      const judged = await send(request, carried);
      const troubles = troublesOf(judged, control);
      const accepted =
        judged.judgement.outcome === 'accepted' ||
        (covering.mayBeRefused === true && control.judgement.outcome === judged.judgement.outcome);
      if (troubles.length === 0) coverage.note(carried, accepted ? 'accepted' : 'unclear');
      const blamed: Carried[] = [];
      const hasBeyond = carried.some((one) => one.isBeyond);
      for (const trouble of troubles) {
        kept = hasBeyond && trouble.outcome === 'refused' ? keptForOwn : 0;
        const culprits = await explain(search, request, carried, trouble);
        blamed.push(...culprits);
        if (kept > 0 && further <= kept && !onlyOwn) {
          onlyOwn = true;
          // What makes sense in it has not been met alone.
          queue.push(request);
        }
        if (trouble.outcome === 'refused') found.push(...culprits.map((one) => refusalOf(operation, one)));
      }
      guilty.push(...blamed);
      const isChanged = troubles.length > 0 && troubles.every(({ outcome }) => outcome === 'changed');
      // An answer that was given shows that the other values were taken.
      if (isChanged && blamed.length > 0)
        coverage.note(
          carried.filter((one) => !blamed.includes(one)),
          'accepted',
        );
    }
  } catch (error) {
    why = 'the test ended before';
    throw error;
  } finally {
    const origin = service.exchanges.at(-1)?.exchange.origin;
    if (origin !== undefined && harness.settings.variants === undefined) {
      harness.evidence.note({ kind: 'sent', origin, ...coverage.row(why) });
      if (found.length > 0) harness.evidence.note({ kind: 'observed', origin, observations: found });
    }
  }
}
