import {
  asNamed,
  type Carried,
  type CoveringPlan,
  type CoveringRequest,
  narrow,
} from '../../generators/covering.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Coverage } from './coverage.ts';
import { likelyOf, meets, type Trouble, troublesOf } from './trouble.ts';

/** Most requests that a test sends to find out which of many values brought about a trouble. */
const mostFurther = 60;

/** After so many of them on refusals, each class that stands in many fields is met once by itself. */
const firstLook = 20;

/** As many of them are kept for values that make sense, once texts that a field does not mean were refused. */
const keptForOwn = 15;

/** Fields or classes that were refused so often stand aside until all others have been met. */
const often = 2;

/** Fields from which on a class stands in many. */
const many = 5;

/** How a search sends, and what it may look at. */
export interface SearchParts {
  readonly plan: CoveringPlan;
  readonly coverage: Coverage;
  send(request: CoveringRequest, carried: readonly Carried[]): Promise<JudgedExchange>;
  /** False when nothing more is worth sending. */
  isWorthIt(): boolean;
  /** False where no class is to be met by itself. */
  readonly surveys: boolean;
}

/** Finds out which values of a plan bring about a trouble, and keeps those aside that were found. */
export interface Search {
  /** What of a request is still sent. */
  sendable(request: CoveringRequest): readonly Carried[];
  /** The values that bring about a trouble which a request met; notes what became of all that it carried. */
  explain(
    request: CoveringRequest,
    carried: readonly Carried[],
    trouble: Trouble,
  ): Promise<readonly Carried[]>;
  /** The requests that were given up and are worth sending again, since more stands aside by now. */
  worthAgain(): readonly CoveringRequest[];
}

/** A class in the field that it is met in by itself. */
interface Sample {
  readonly request: CoveringRequest;
  readonly one: Carried;
}

/** The classes that stand in many fields which mean them, each in one of them. */
function commonClasses({ requests }: CoveringPlan): ReadonlyMap<string, Sample> {
  const fields = new Map<string, Set<string>>();
  const samples = new Map<string, Sample>();
  for (const request of requests) {
    for (const one of request.carries) {
      if (one.isBeyond === true || one.class === asNamed.id) continue;
      fields.set(one.class, (fields.get(one.class) ?? new Set()).add(one.field));
      if (!samples.has(one.class)) samples.set(one.class, { request, one });
    }
  }
  return new Map([...samples].filter(([name]) => (fields.get(name)?.size ?? 0) >= many));
}

/** Begins a search in which nothing was found. */
export function startSearch({ plan, coverage, send, isWorthIt, surveys }: SearchParts): Search {
  const purse = openPurse();
  const aside = standsAside();
  const repeats = openRepeats();
  /** Not met by themselves yet, and taken nowhere. */
  const common = new Map(surveys ? commonClasses(plan) : []);
  const mayAsk = () => isWorthIt() && purse.spend();

  const survey = async (control: JudgedExchange, trouble: Trouble) => {
    const found: Carried[] = [];
    for (const { request, one } of common.values()) {
      if (!isWorthIt()) break;
      const judged = await send(request, [one]);
      const isRefused = meets(judged, control, trouble);
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
      const shown = meets(judged, control, trouble);
      if (!shown && troublesOf(judged, control).length === 0) {
        coverage.note(some, 'accepted');
        // What is taken in one field is refused nowhere for what it is.
        for (const one of some) common.delete(one.class);
      }
      return shown;
    };
    // What every request has is no reason.
    const suspects = carried.filter((one) => one.class !== asNamed.id);
    const { culprits, unclear } = await narrow(suspects, shows, likelyOf(trouble, suspects));
    coverage.note(unclear, 'unclear');
    coverage.note(culprits, trouble.outcome);
    if (unclear.length > 0 && trouble.outcome === 'refused') repeats.giveUp(request);
    return culprits;
  };

  const leaveBeyond = () => {
    if (aside.leaveBeyond()) repeats.sendAgain();
  };

  return {
    sendable(request) {
      const left = request.carries.filter(aside.holds);
      coverage.note(left, 'unclear');
      return request.carries.filter((one) => !left.includes(one));
    },
    worthAgain: repeats.take,
    async explain(request, carried, trouble) {
      const isRefusal = trouble.outcome === 'refused';
      const keeps = isRefusal && carried.some((one) => one.isBeyond) ? keptForOwn : 0;
      const mayHideMore = isRefusal && common.size > 0;
      purse.keep(mayHideMore ? Math.max(keeps, mostFurther - firstLook) : keeps);
      if (!mayAsk() && !mayHideMore) {
        coverage.note(carried, 'unclear');
        if (isRefusal) repeats.giveUp(request);
        if (keeps > 0) leaveBeyond();
        return [];
      }
      const control = await send(request, []);
      const isAllowed = !isRefusal || control.judgement.outcome === 'accepted';
      if (!isAllowed || meets(control, control, trouble)) {
        coverage.note(carried, 'unclear');
        return [];
      }
      const culprits = [...(await halve(request, carried, control, trouble))];
      aside.add(culprits);
      if (isRefusal && common.size > 0 && purse.isEmpty()) {
        culprits.push(...(await survey(control, trouble)));
        repeats.sendAgain();
      } else if (keeps > 0 && purse.left() <= keeps) leaveBeyond();
      return culprits;
    },
  };
}

/** The further requests of a test, of which some may be kept for later. */
function openPurse() {
  let [further, kept] = [mostFurther, 0];
  return {
    keep: (requests: number) => {
      kept = requests;
    },
    left: () => further,
    isEmpty: () => further <= kept,
    spend: () => further > kept && further-- > 0,
  };
}

/** The values that are sent no more, since they, their class or their field were refused too often. */
function standsAside() {
  const guilty: Carried[] = [];
  const refusedClasses = new Set<string>();
  let onlyOwn = false;
  return {
    add: (culprits: readonly Carried[]) => guilty.push(...culprits),
    refuseClass: (one: Carried) => refusedClasses.add(one.class),
    /** Leaves out texts that a field does not mean; false where they are left out already. */
    leaveBeyond: () => {
      const isNew = !onlyOwn;
      onlyOwn = true;
      return isNew;
    },
    holds: (one: Carried) => {
      // That a field refuses what it does not mean says nothing of what it does.
      const alike = guilty.filter((other) => one.isBeyond === true || other.isBeyond !== true);
      return (
        refusedClasses.has(one.class) ||
        (onlyOwn && one.isBeyond === true) ||
        alike.filter(({ field }) => field === one.field).length >= often ||
        alike.filter((other) => other.class === one.class).length >= often
      );
    },
  };
}

/** The requests that were given up: what makes sense in them has not been met without what stands aside by now. */
function openRepeats() {
  const givenUp = new Set<CoveringRequest>();
  let again: readonly CoveringRequest[] = [];
  return {
    giveUp: (request: CoveringRequest) => givenUp.add(request),
    sendAgain: () => {
      again = [...givenUp];
      givenUp.clear();
    },
    take: () => {
      const some = again;
      again = [];
      return some;
    },
  };
}
