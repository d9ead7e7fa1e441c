import {
  type Carried,
  type CoveringPlan,
  type CoveringRequest,
  findCulprits,
  fixedClass,
} from '../../../generators/covering.ts';
import { certificationRuns } from '../../../schemas/certification.ts';
import { refusalText } from '../../../schemas/history/sent.ts';
import type { JsonObject, JudgedExchange, Observation } from '../../../schemas/types.ts';
import type { Harness } from '../harness.ts';
import { untilDecided, withRetries } from '../retries.ts';
import type { Service, Situation } from '../service.ts';
import { type Coverage, startCoverage } from './coverage.ts';
import { hasTrouble, likelyCauses, type Trouble, troublesOf } from './trouble.ts';

/** Most requests that a test sends to find the values that caused a trouble. */
const mostFurther = 60;

/** After this many of them on refusals, each class used in many fields is sent once by itself. */
const firstLook = 20;

/** This many are reserved for meaningful values after texts that a field does not mean were refused. */
const reservedForOwn = 15;

/** A field or class refused this often is excluded. */
const mostRefusals = 2;

/** A class is common from this number of fields on. */
const commonFrom = 5;

/** What a search needs to send requests and record outcomes. */
interface SearchParts {
  readonly plan: CoveringPlan;
  readonly coverage: Coverage;
  send(request: CoveringRequest, carried: readonly Carried[]): Promise<JudgedExchange>;
  /** False when nothing more is worth sending. */
  isWorthIt(): boolean;
  /** False when no class may be sent by itself. */
  readonly surveys: boolean;
}

/** A class, in the field in which it is sent by itself. */
interface Sample {
  readonly request: CoveringRequest;
  readonly one: Carried;
}

/** The common classes among meaningful values, each in one of its fields. */
function commonClasses({ requests }: CoveringPlan): ReadonlyMap<string, Sample> {
  const fields = new Map<string, Set<string>>();
  const samples = new Map<string, Sample>();
  for (const request of requests) {
    for (const one of request.carries) {
      if (one.isBeyond === true || one.class === fixedClass.id) continue;
      fields.set(one.class, (fields.get(one.class) ?? new Set()).add(one.field));
      if (!samples.has(one.class)) samples.set(one.class, { request, one });
    }
  }
  return new Map([...samples].filter(([name]) => (fields.get(name)?.size ?? 0) >= commonFrom));
}

/** Starts a search for the values of a plan that cause a trouble; values found are excluded. */
function startSearch({ plan, coverage, send, isWorthIt, surveys }: SearchParts) {
  // Requests that the test may still send, and how many of them are reserved for later.
  let [further, kept] = [mostFurther, 0];
  const isSpent = () => further <= kept;
  const mayAsk = () => isWorthIt() && !isSpent() && further-- > 0;
  const aside = trackExclusions();
  // Requests given up: their meaningful values were not sent without the values excluded since.
  const givenUp = new Set<CoveringRequest>();
  let again: readonly CoveringRequest[] = [];
  const sendAgain = () => {
    again = [...givenUp];
    givenUp.clear();
  };
  /** Common classes not yet sent by themselves and accepted nowhere. */
  const common = new Map(surveys ? commonClasses(plan) : []);

  const survey = async (control: JudgedExchange, trouble: Trouble) => {
    const found: Carried[] = [];
    for (const { request, one } of common.values()) {
      if (!isWorthIt()) break;
      const judged = await send(request, [one]);
      const isRefused = hasTrouble(judged, control, trouble);
      if (isRefused) {
        aside.refuseClass(one);
        found.push(one);
      }
      if (isRefused || troublesOf(judged, control).length === 0)
        coverage.note([one], isRefused ? trouble.outcome : 'accepted');
    }
    common.clear();
    return found;
  };

  const halve = async (
    request: CoveringRequest,
    carried: readonly Carried[],
    control: JudgedExchange,
    trouble: Trouble,
  ) => {
    const shows = async (some: readonly Carried[]) => {
      if (!mayAsk()) return undefined;
      const judged = await send(request, some);
      const shown = hasTrouble(judged, control, trouble);
      if (!shown && troublesOf(judged, control).length === 0) {
        coverage.note(some, 'accepted');
        // A class accepted in one field is not refused elsewhere for what it is.
        for (const one of some) common.delete(one.class);
      }
      return shown;
    };
    // A value that every request carries cannot be the cause.
    const suspects = carried.filter((one) => one.class !== fixedClass.id);
    const { culprits, unclear } = await findCulprits(suspects, shows, likelyCauses(trouble, suspects));
    coverage.note(unclear, 'unclear');
    coverage.note(culprits, trouble.outcome);
    if (unclear.length > 0 && trouble.outcome === 'refused') givenUp.add(request);
    return culprits;
  };

  const leaveBeyond = () => {
    if (aside.leaveBeyond()) sendAgain();
  };

  return {
    /** The values of a request that are still sent. */
    sendable(request: CoveringRequest): readonly Carried[] {
      const left = request.carries.filter(aside.holds);
      coverage.note(left, 'unclear');
      return request.carries.filter((one) => !left.includes(one));
    },
    /** Returns whether all values that a request carried would still be sent. */
    isCurrent: (carried: readonly Carried[]) => !carried.some(aside.holds),
    /** The given-up requests worth sending again, since more values are excluded now. */
    worthAgain() {
      const some = again;
      again = [];
      return some;
    },
    /** Returns the values that cause a trouble; records outcomes for all values of the request. */
    async explain(
      request: CoveringRequest,
      carried: readonly Carried[],
      trouble: Trouble,
    ): Promise<readonly Carried[]> {
      const isRefusal = trouble.outcome === 'refused';
      const keeps = isRefusal && carried.some((one) => one.isBeyond) ? reservedForOwn : 0;
      const mayHideMore = isRefusal && common.size > 0;
      kept = mayHideMore ? Math.max(keeps, mostFurther - firstLook) : keeps;
      if (!isWorthIt() || (!mayAsk() && !mayHideMore)) {
        coverage.note(carried, 'unclear');
        if (isRefusal) givenUp.add(request);
        if (keeps > 0) leaveBeyond();
        return [];
      }
      const control = await send(request, []);
      const isAllowed = !isRefusal || control.judgement.outcome === 'accepted';
      if (!isAllowed || hasTrouble(control, control, trouble)) {
        coverage.note(carried, 'unclear');
        return [];
      }
      const culprits = [...(await halve(request, carried, control, trouble))];
      aside.add(culprits);
      if (isRefusal && common.size > 0 && isSpent()) {
        culprits.push(...(await survey(control, trouble)));
        sendAgain();
      } else if (keeps > 0 && further <= keeps) leaveBeyond();
      return culprits;
    },
  };
}

/** The values no longer sent, because they, their class or their field were refused too often. */
function trackExclusions() {
  const guilty: Carried[] = [];
  const refusedClasses = new Set<string>();
  let onlyOwn = false;
  return {
    add: (culprits: readonly Carried[]) => guilty.push(...culprits),
    refuseClass: (one: Carried) => refusedClasses.add(one.class),
    /** Excludes texts that a field does not mean; false when they are already excluded. */
    leaveBeyond: () => {
      const isNew = !onlyOwn;
      onlyOwn = true;
      return isNew;
    },
    holds: (one: Carried) => {
      // A refusal of a text that the field does not mean says nothing about meaningful values.
      const alike = guilty.filter((other) => one.isBeyond === true || other.isBeyond !== true);
      return (
        refusedClasses.has(one.class) ||
        (onlyOwn && one.isBeyond === true) ||
        alike.filter(({ field }) => field === one.field).length >= mostRefusals ||
        alike.filter((other) => other.class === one.class).length >= mostRefusals
      );
    },
  };
}

/** Most silent pages in a test: each is waited for twice, and the next would post as little. */
const mostSilent = 8;

/** How the requests of a plan are made and sent. */
export interface Covering {
  readonly plan: CoveringPlan;
  /** The body of a request with some of its values; `attempt` distinguishes repeated requests. */
  body(request: CoveringRequest, carried: readonly Carried[], attempt: string): JsonObject;
  readonly situation?: Situation;
  /** True if the plain request may be refused too: orders that do not exist. */
  readonly mayBeRefused?: true;
  /** True if every attempt is about the same paid orders, so that none is repeated after "too soon". */
  readonly movesMoneyAgain?: true;
}

/** Records a refused value as an observation, since the service decides on formats (2.14). */
function refusalOf(operation: CoveringPlan['operation'], { field, class: kind }: Carried): Observation {
  const text = refusalText(field, kind);
  return { clause: '2.14/formats', operation, fingerprint: text, detail: text };
}

function postsNothing({ exchange: { page } }: JudgedExchange): boolean {
  return page !== undefined && page.posted === undefined;
}

/** Sends requests of a plan, with a page if the situation has one, and counts pages that posted nothing. */
function sender({ plan, situation, body, movesMoneyAgain }: Covering) {
  let sent = 0;
  let silent = 0;
  let isOpen = false;
  return {
    /** Why nothing more is worth sending; undefined while something is. */
    over() {
      if (isOpen) return 'an answer left open what became of its orders';
      return silent < mostSilent ? undefined : `${silent} pages posted nothing`;
    },
    async send(by: Service, request: CoveringRequest, carried: readonly Carried[]): Promise<JudgedExchange> {
      const [only, ...others] = carried;
      const carries =
        only !== undefined && others.length === 0 && request.carries.length > 1
          ? { field: only.field, class: only.class }
          : undefined;
      const number = String(sent++);
      const attempt = (further: number) =>
        by.send(plan.operation, body(request, carried, further === 0 ? number : `${number} ${further}`), {
          ...situation,
          asGenerated: true,
          caseName: request.name,
          ...(carries && { carries }),
        });
      const judged = await (movesMoneyAgain ? attempt(0) : withRetries(attempt));
      if (postsNothing(judged)) silent += 1;
      if (movesMoneyAgain && by.leftOpen(judged).length > 0) isOpen = true;
      return judged;
    },
  };
}

/** Most requests of a plan sent together, whatever the concurrency limit. */
const together = 8;

/**
 * Sends as many requests of a plan as the size of the run asks for, and records the outcome of each class in each
 * field. A request with a trouble that the plain one lacks is halved until the field and the class are known.
 */
export async function cover(service: Service, harness: Harness, covering: Covering): Promise<void> {
  const { plan, situation } = covering;
  const { operation } = plan;
  const count = Math.ceil(plan.requests.length * Math.min(1, service.runs / certificationRuns));
  const coverage = startCoverage(
    operation,
    plan.requests.flatMap(({ carries }) => carries),
    plan.notSent,
  );
  const found: Observation[] = [];
  const { send: sendBy, over } = sender(covering);
  const send = (request: CoveringRequest, carried: readonly Carried[]) => sendBy(service, request, carried);
  const isWorthIt = () => over() === undefined;
  const hasPage = situation?.visit !== undefined;
  const search = startSearch({ plan, coverage, send, isWorthIt, surveys: !hasPage });
  // One browser opens the pages, and refunds of one order are numbered in order of arrival.
  const mostAtOnce = hasPage || covering.movesMoneyAgain ? 1 : together;
  let atOnce = mostAtOnce;
  let why = `a run of ${service.runs} cases sends ${count} of ${plan.requests.length} requests`;
  try {
    const [first] = plan.requests;
    if (first === undefined) return;
    const control = await untilDecided(() => send(first, []));
    // Each page that posts nothing is waited for twice and shows nothing about its fields.
    if (postsNothing(control))
      service.cannot('the plain page posts nothing, so what becomes of its fields cannot be seen');
    const isAccepted = ({ judgement: { outcome } }: JudgedExchange) =>
      outcome === 'accepted' || (covering.mayBeRefused === true && control.judgement.outcome === outcome);
    const queue = plan.requests.slice(0, count);
    while (queue.length > 0) {
      if (!isWorthIt()) break;
      const some = queue.splice(0, atOnce).map((request) => ({ request, carried: search.sendable(request) }));
      const answered = await service.beside(some, async (own, { request, carried }) => {
        const judged = await sendBy(own, request, carried);
        const troubles = troublesOf(judged, control);
        if (troubles.length === 0) coverage.note(carried, isAccepted(judged) ? 'accepted' : 'unclear');
        return { request, carried, troubles };
      });
      // A trouble decides what the next requests leave out.
      const troubled = answered.filter(({ troubles }) => troubles.length > 0);
      atOnce = troubled.length > 0 ? 1 : Math.min(mostAtOnce, 2 * atOnce);
      const anewWithout: CoveringRequest[] = [];
      for (const { request, carried, troubles } of troubled) {
        if (!search.isCurrent(carried)) {
          anewWithout.push(request);
          continue;
        }
        const blamed: Carried[] = [];
        for (const trouble of troubles) {
          const culprits = await search.explain(request, carried, trouble);
          blamed.push(...culprits);
          if (trouble.outcome === 'refused') found.push(...culprits.map((one) => refusalOf(operation, one)));
        }
        queue.push(...search.worthAgain());
        const isChanged = troubles.every(({ outcome }) => outcome === 'changed');
        // An answer shows that the other values were accepted.
        if (isChanged && blamed.length > 0)
          coverage.note(
            carried.filter((one) => !blamed.includes(one)),
            'accepted',
          );
      }
      queue.unshift(...anewWithout);
    }
    why = over() ?? why;
    await coverage.settle(async () => (isWorthIt() ? send(first, []) : undefined));
  } catch (error) {
    why = 'the test ended before';
    throw error;
  } finally {
    const origin = service.exchanges.at(-1)?.exchange.origin;
    if (origin !== undefined) {
      harness.evidence.note({ kind: 'sent', origin, ...coverage.row(why) });
      if (found.length > 0) harness.evidence.note({ kind: 'observed', origin, observations: found });
    }
  }
}
