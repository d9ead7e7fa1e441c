import type { Carried, CoveringPlan, CoveringRequest } from '../../generators/covering.ts';
import { refusalText } from '../../schemas/sent.ts';
import type { JsonObject, JudgedExchange, Observation } from '../../schemas/types.ts';
import { anew } from './anew.ts';
import { startCoverage } from './coverage.ts';
import { startSearch } from './covering-search.ts';
import type { Harness } from './harness.ts';
import type { Service, Situation } from './service.ts';
import { troublesOf } from './trouble.ts';

/** Runs for each property with which a run sends a whole plan. */
export const wholeRuns = 25;

/** Most pages that posted nothing in a test: each is waited for twice, and the next one would do as little. */
const mostSilent = 8;

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

/** Observes which values of which field were refused: that is the service's own business (2.14). */
function refusalOf(operation: CoveringPlan['operation'], { field, class: kind }: Carried): Observation {
  const text = refusalText(field, kind);
  return { clause: '2.14/formats', operation, fingerprint: text, detail: text };
}

function postsNothing({ exchange: { page } }: JudgedExchange): boolean {
  return page !== undefined && page.posted === undefined;
}

/** Sends requests of a plan, with a page where the situation asks for one, and counts the pages that posted nothing. */
function sender(service: Service, { plan, situation, body, movesMoneyAgain }: Covering) {
  let sent = 0;
  let silent = 0;
  return {
    silent: () => silent,
    async send(request: CoveringRequest, carried: readonly Carried[]): Promise<JudgedExchange> {
      const [only, ...others] = carried;
      const carries =
        only !== undefined && others.length === 0 && request.carries.length > 1
          ? { field: only.field, class: only.class }
          : undefined;
      const attempt = () =>
        service.send(plan.operation, body(request, carried, String(sent++)), {
          ...situation,
          asGenerated: true,
          bulk: true,
          caseName: request.name,
          ...(carries && { carries }),
        });
      const judged = await (movesMoneyAgain ? attempt() : anew(attempt));
      if (postsNothing(judged)) silent += 1;
      return judged;
    },
  };
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
  const { send, silent } = sender(service, covering);
  const isWorthIt = () => silent() < mostSilent;
  const surveys = situation?.visit === undefined;
  const search = startSearch({ plan, coverage, send, isWorthIt, surveys });
  let why = `a run of ${service.runs} cases sends ${count} of ${plan.requests.length} requests`;
  try {
    const [first] = plan.requests;
    if (first === undefined) return;
    const control = await send(first, []);
    // Each page that posts nothing is waited for twice, and shows nothing of its fields.
    if (postsNothing(control))
      service.cannot('the plain page posts nothing, so what becomes of its fields cannot be seen');
    const queue = plan.requests.slice(0, count);
    for (const request of queue) {
      if (!isWorthIt()) {
        why = `${silent()} pages posted nothing`;
        break;
      }
      const carried = search.sendable(request);
      const judged = await send(request, carried);
      const troubles = troublesOf(judged, control);
      const accepted =
        judged.judgement.outcome === 'accepted' ||
        (covering.mayBeRefused === true && control.judgement.outcome === judged.judgement.outcome);
      if (troubles.length === 0) coverage.note(carried, accepted ? 'accepted' : 'unclear');
      const blamed: Carried[] = [];
      for (const trouble of troubles) {
        const culprits = await search.explain(request, carried, trouble);
        blamed.push(...culprits);
        if (trouble.outcome === 'refused') found.push(...culprits.map((one) => refusalOf(operation, one)));
      }
      queue.push(...search.worthAgain());
      const isChanged = troubles.length > 0 && troubles.every(({ outcome }) => outcome === 'changed');
      // An answer that was given shows that the other values were taken.
      if (isChanged && blamed.length > 0)
        coverage.note(
          carried.filter((one) => !blamed.includes(one)),
          'accepted',
        );
    }
    if (harness.settings.variants === undefined) await coverage.settle(() => send(first, []));
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
