import { largestBatch } from '../../generators/context.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { withMargin } from '../../reports/statement/gaps.ts';
import { defined } from '../../schemas/defined.ts';
import { objectOf } from '../../schemas/json.ts';
import { effectOf, isDocumented, movesAmount, operationOf } from '../../schemas/operations.ts';
import { amountNeeded } from '../../schemas/skip-reasons.ts';
import { type Effect, type JsonValue, type OperationId, operationIds } from '../../schemas/types.ts';
import type { Limits } from '../../targets/file/limits.ts';
import { amountMoved } from '../../targets/sending/amount.ts';
import type { Rehearsal, RehearsedTest } from './rehearse.ts';

/** A sum that a request asks to move. */
export interface Sum {
  /** As in the request; `?` if there is none. */
  readonly currency: string;
  readonly amount: number;
}

function currencyIn(value: JsonValue | undefined): string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : '?';
}

/** Returns the sums of a request at their largest, as the budget of a target counts them. */
export function sumsOf(operation: OperationId, value: JsonValue): readonly Sum[] {
  if (!movesAmount(operation)) return [];
  const body = objectOf(value);
  const { batch } = isDocumented(operation) ? operationOf(operation) : {};
  const entries = batch === undefined ? [body] : body[batch.field];
  if (!Array.isArray(entries)) return [];
  return entries.map(objectOf).flatMap((entry) => {
    const amount = amountMoved(operation, batch === undefined ? entry : { [batch.field]: [entry] });
    return amount === 0 ? [] : [{ currency: currencyIn(entry.payment_currency ?? entry.currency), amount }];
  });
}

/** Returns the total per currency, in alphabetical order. */
export function totalsOf(sums: readonly Sum[]): readonly Sum[] {
  const byCurrency = new Map<string, number>();
  for (const { currency, amount } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount);
  return [...byCurrency]
    .map(([currency, amount]) => ({ currency, amount: Math.round(amount * 10_000) / 10_000 }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

type Bound = 'requests' | 'amountPerRequest' | 'amountTotal';

/** A limit that would end tests, and the value that they need. */
export interface TooLow {
  readonly limit: Bound;
  readonly is: number;
  readonly needed: number;
}

/** Limits that would not end any test. */
interface RaisedLimits {
  readonly tooLow: readonly TooLow[];
  /** The limits to raise, as in a target file. */
  readonly limits: {
    readonly requests?: number;
    readonly amountPerRequest?: string;
    readonly amountTotal?: string;
  };
}

/** Returns the amount per request that a rehearsal lacked; undefined if no test ended for it. */
export function amountLacking({ tests, settings: { target } }: Rehearsal): number | undefined {
  const needed = tests.flatMap(({ skipped }) => (skipped === undefined ? [] : (amountNeeded(skipped) ?? [])));
  if (needed.length === 0) return undefined;
  // A test ends at its first request that is too large, and the largest batch comes later.
  const smallest = Math.max(0.01, ...(target.currencies ?? []).map((one) => Number(one.smallest ?? 0)));
  return Math.max(...needed, Number(largestBatch) * smallest);
}

function amountMovedIn({ exchanges }: Rehearsal): number {
  const sum = exchanges.reduce(
    (all, { operation, sent }) => all + amountMoved(operation, objectOf(sent.value)),
    0,
  );
  return Math.round(sum * 10_000) / 10_000;
}

/**
 * Returns the limits to raise after an unlimited rehearsal; undefined if they suffice. `lacking` is the amount per
 * request that it needed if the limit was raised for it, since amounts are drawn up to that limit.
 */
export function limitsToRaise(rehearsal: Rehearsal, limits: Limits, lacking = 0): RaisedLimits | undefined {
  const needs: Readonly<Record<Bound, number>> = {
    requests: rehearsal.exchanges.length,
    amountPerRequest: lacking,
    amountTotal: amountMovedIn(rehearsal),
  };
  const tooLow = (Object.keys(needs) as Bound[])
    .map((limit) => ({ limit, is: limits[limit], needed: needs[limit] }))
    .filter(({ is, needed }) => needed > is);
  if (tooLow.length === 0) return undefined;
  const raised = Object.fromEntries(
    tooLow.map(({ limit, needed }) => [
      limit,
      limit === 'requests' ? withMargin(needed) : withMargin(needed).toFixed(2),
    ]),
  );
  return { tooLow, limits: raised };
}

/** One test of a plan. */
export interface PlannedTest extends RehearsedTest {
  /** Requests that it sent in the rehearsal. */
  readonly requests: number;
}

/** What a run would send to a target, from a rehearsal. */
export type Plan = ReturnType<typeof makePlan>;

/** Returns the requests and sums of one operation. */
function planOperation(operation: OperationId, exchanges: readonly EvidenceExchange[]) {
  const wrong = exchanges.filter(({ sent }) => sent.intent === 'odd');
  const right = exchanges.filter(({ sent }) => sent.intent === 'valid');
  const sums = (some: readonly EvidenceExchange[]) =>
    totalsOf(some.flatMap(({ sent }) => sumsOf(operation, sent.value)));
  return {
    operation,
    effect: effectOf(operation),
    requests: exchanges.length,
    /** Wrong on purpose: a conforming service refuses them. */
    wrong: wrong.length,
    /** Sums by currency, those of wrong requests separately. */
    asked: sums(right),
    askedByWrong: sums(wrong),
  };
}

/** Returns the reasons why tests do not run or stop early, most frequent first. */
function reasonsOf(tests: readonly PlannedTest[]) {
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

/** Returns the plan of a rehearsal; `limits` are those of the real target. */
export function makePlan(
  { settings, tests, exchanges }: Rehearsal,
  limits: Limits,
  { wouldNotStart, enough }: { readonly wouldNotStart?: string; readonly enough?: RaisedLimits } = {},
) {
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
  const movers = operations.filter(({ operation, effect }) => effect !== 'creates' && movesAmount(operation));
  const asked = (some: typeof movers) => totalsOf(some.flatMap((one) => [...one.asked, ...one.askedByWrong]));
  const forGood = movers.filter(({ effect }) => effect === 'irreversible');
  return {
    target: target.name,
    profile,
    seed,
    /** Cases per property. */
    runs,
    selected,
    allow: target.allow,
    tests: planned,
    operations,
    requests: exchanges.length,
    byEffect,
    /** Sums over all operations that move money. */
    moved: asked(movers),
    /** Those of them that nothing undoes: payouts. */
    forGood: { requests: forGood.reduce((sum, { requests }) => sum + requests, 0), moved: asked(forGood) },
    notRun,
    /** True if a limit would end tests; which ones depends on their order. */
    limited: enough !== undefined,
    /** Shortest duration in seconds at the rate limit of the target. */
    leastSeconds: Math.ceil(exchanges.length / limits.requestsPerSecond),
    ...defined({
      /** Limits that would not end any test. */
      enough,
      /** Why a run would not start. */
      wouldNotStart,
    }),
  };
}
