import { shareOfLearning } from '../../opening/learn/learner.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { given } from '../../schemas/given.ts';
import { effectOf } from '../../schemas/operations.ts';
import { type Effect, type OperationId, operationIds } from '../../schemas/types.ts';
import type { Limits } from '../../targets/file/limits.ts';
import type { Enough } from './enough.ts';
import { addUp, type Sum, sumsOf } from './money.ts';
import type { RehearsedTest } from './rehearsal-reporter.ts';
import type { Rehearsal } from './rehearse.ts';

/** One test of a plan. */
export interface PlannedTest extends RehearsedTest {
  /** Requests that it sent in the rehearsal. */
  readonly requests: number;
}

/** What one operation would be asked for. */
export interface PlannedOperation {
  readonly operation: OperationId;
  readonly effect: Effect;
  readonly requests: number;
  /** Of them, wrong on purpose: a service that conforms refuses them. */
  readonly wrong: number;
  /** Sums that the requests name, by currency; those of wrong requests apart. */
  readonly asked: readonly Sum[];
  readonly askedByWrong: readonly Sum[];
}

/** What a run would do to a target, told by a rehearsal. */
export interface Plan {
  readonly target: string;
  readonly profile: string;
  readonly seed: number;
  /** Cases per property. */
  readonly runs: number;
  readonly selected: readonly OperationId[];
  readonly allow: readonly Effect[];
  readonly tests: readonly PlannedTest[];
  readonly operations: readonly PlannedOperation[];
  readonly requests: number;
  readonly byEffect: Readonly<Partial<Record<Effect, number>>>;
  /** Over all operations that move money. */
  readonly moved: readonly Sum[];
  /** Tests that do not run, or stop on the way, by reason, most first. */
  readonly notRun: readonly { readonly reason: string; readonly tests: number; readonly requests: number }[];
  /** True when a limit of the target would end tests: which ones depends on their order in time. */
  readonly limited: boolean;
  /** Shortest time that the pace of the target leaves, in seconds. */
  readonly leastSeconds: number;
  /** What learning sends of it, and the most that it may send; absent unless the run learns. */
  readonly learning?: { readonly requests: number; readonly most: number };
  /** Limits under which none would end a test; absent where none does. */
  readonly enough?: Enough;
  /** Why a run would not even start. */
  readonly wouldNotStart?: string;
}

function planOperation(operation: OperationId, exchanges: readonly EvidenceExchange[]): PlannedOperation {
  const wrong = exchanges.filter(({ sent }) => sent.intent === 'odd');
  const right = exchanges.filter(({ sent }) => sent.intent === 'valid');
  const sums = (some: readonly EvidenceExchange[]) =>
    addUp(some.flatMap(({ sent }) => sumsOf(operation, sent.value)));
  return {
    operation,
    effect: effectOf(operation),
    requests: exchanges.length,
    wrong: wrong.length,
    asked: sums(right),
    askedByWrong: sums(wrong),
  };
}

function reasonsOf(tests: readonly PlannedTest[]): Plan['notRun'] {
  const byReason = new Map<string, { tests: number; requests: number }>();
  for (const { skipped, requests } of tests) {
    if (skipped === undefined) continue;
    const seen = byReason.get(skipped) ?? { tests: 0, requests: 0 };
    byReason.set(skipped, { tests: seen.tests + 1, requests: seen.requests + requests });
  }
  return [...byReason]
    .map(([reason, counts]) => ({ reason, ...counts }))
    .sort((one, other) => other.tests - one.tests || (one.reason < other.reason ? -1 : 1));
}

const place = (file: string, title: string) => `${file.replace(/\.[jt]s$/, '')}\n${title}`;

/** Makes a plan of what a rehearsal did; `limits` are those of the real target. */
export function makePlan(
  { settings, tests, exchanges, learned }: Rehearsal,
  limits: Limits,
  { wouldNotStart, enough }: Pick<Plan, 'wouldNotStart' | 'enough'> = {},
): Plan {
  const { target, profile, seed, runs, operations: selected } = settings;
  const sentBy = new Map<string, number>();
  for (const { origin } of exchanges) {
    const key = place(origin.file ?? '', origin.test);
    sentBy.set(key, (sentBy.get(key) ?? 0) + 1);
  }
  const planned = tests.map((test) => ({ ...test, requests: sentBy.get(place(test.file, test.title)) ?? 0 }));
  const operations = operationIds.flatMap((operation) => {
    const own = exchanges.filter((one) => one.operation === operation);
    return own.length === 0 ? [] : [planOperation(operation, own)];
  });
  const byEffect: Partial<Record<Effect, number>> = {};
  for (const { effect, requests } of operations) byEffect[effect] = (byEffect[effect] ?? 0) + requests;
  const notRun = reasonsOf(planned);
  const movers = operations.filter(({ effect }) => effect === 'moves-money');
  return {
    target: target.name,
    profile,
    seed,
    runs,
    selected,
    allow: target.allow,
    tests: planned,
    operations,
    requests: exchanges.length,
    byEffect,
    moved: addUp(movers.flatMap(({ asked, askedByWrong }) => [...asked, ...askedByWrong])),
    notRun,
    limited: enough !== undefined,
    leastSeconds: Math.ceil(exchanges.length / limits.requestsPerSecond),
    ...given({
      enough,
      wouldNotStart,
      learning:
        learned === undefined ? undefined : { requests: learned, most: shareOfLearning(limits).requests },
    }),
  };
}
