import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { withOwnNumbers } from '../../generators/own-numbers.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { mostRetries, payOrders } from '../../generators/situations.ts';
import { outcomeWords } from '../../opening/answer-words.ts';
import { trackPaymentAges } from '../../opening/expectations.ts';
import { redactText } from '../../reports/redact.ts';
import { defined } from '../../schemas/defined.ts';
import { isUndecided, leftOpen } from '../../schemas/history/states.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import { undecidedPrerequisite, unmetPrerequisite } from '../../schemas/skip-reasons.ts';
import type {
  DocumentedOperationId,
  Finding,
  JsonObject,
  JudgedExchange,
  OperationId,
} from '../../schemas/types.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { whyNotSend } from '../../targets/sending/budget.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import type { Caller, RequestVariation } from '../../targets/sending/sender.ts';
import type { Place } from '../fixtures/place.ts';
import type { Harness } from './harness.ts';
import { noteTwins, type Twins } from './note-twin.ts';
import { paymentsFor } from './orders/payments-for.ts';
import { bodyOf, caseOf, intentOf, type Sendable } from './sendable.ts';

/** How one request of a spec differs from a plain one. */
export type Situation = RequestVariation & {
  /** True keeps the identifiers of the body, because the case is about them. */
  readonly asGenerated?: boolean;
};

/** The service as a spec sees it: it sends requests, and judging is automatic. */
export interface Service {
  /** The seed of this test, derived from the seed of the run and the title of the test. */
  readonly seed: number;
  /** The seed of the next new situation: a guard against double clicks takes no two of a test for the same payment. */
  readonly drawSeed: number;
  /** Most requests that the target accepts at a time. */
  readonly width: number;
  /** Number of cases of each property in this run. */
  readonly runs: number;
  /** The context of generated requests: merchant, account, prefix, cards. */
  readonly context: MakeContext;
  /** The context for requests that others build on: ASCII texts, and amounts that the opening saw accepted. */
  plain(operation: OperationId): MakeContext;
  /** All exchanges of this test so far, in order. */
  readonly exchanges: readonly JudgedExchange[];
  /** All findings so far, of exchanges and of twins. */
  readonly findings: readonly Finding[];
  /** Sends one request as the merchant of the target and returns the judged exchange. */
  send(operation: OperationId, body: Sendable, situation?: Situation): Promise<JudgedExchange>;
  /** Sends several requests, as many at a time as the target allows; refunds one after the other. */
  sendAll(
    operation: OperationId,
    bodies: readonly Sendable[],
    situation?: Situation,
  ): Promise<JudgedExchange[]>;
  /**
   * Runs `act` for each item, as many at a time as the target allows. Its service numbers requests by item, so that the
   * requests do not depend on concurrency. After a failure nothing more is sent.
   */
  beside<Item, Result>(
    items: readonly Item[],
    act: (service: Service, item: Item) => Promise<Result>,
  ): Promise<readonly Result[]>;
  /** The body with the order number and request id of the next request, to be sent as generated. */
  numbered(operation: OperationId, body: Sendable): JsonObject;
  /** Returns whether the target allows a request; forbidden ones are left out of lists and not sent. */
  allows(operation: OperationId, body: Sendable): boolean;
  /** The shape in which the opening saw requests of an operation accepted. */
  shapeOf(operation: OperationId): 'full' | 'minimal';
  /**
   * Makes accepted card payments, captured if the operation needs it; skips the test with the reason if one is refused.
   * `divisible` payments have an amount of which parts can be refunded.
   */
  pay(count?: number, operation?: OperationId, amounts?: 'divisible'): Promise<readonly PaidOrder[]>;
  /** Makes and prepares payments for an operation; new ones (`attempt` from 0) when it comes too soon. */
  prepared<Order extends PaidOrder>(
    operation: OperationId,
    account: MakeContext,
    pay: (attempt: number) => Promise<readonly Order[]>,
  ): Promise<readonly Order[]>;
  /** Waits until payments settle for one more operation; returns the reason if they do not in time. */
  ripen(operation: OperationId, orders: readonly PaidOrder[]): Promise<string | undefined>;
  /** Returns whether `ripen` has nothing to wait for. */
  isRipe(operation: OperationId, orders: readonly PaidOrder[]): boolean;
  /** What an answered call leaves open: nothing more that moves money may be asked over these orders. */
  leftOpen(judged: JudgedExchange): readonly JsonObject[];
  /** Judges probes against their control and notes the verdicts; one from a refusal needs a later accepted control. */
  twins(twins: Twins): Promise<void>;
  /** Ends the test as not tested unless the service accepted the request; a refusal is no deviation. */
  need(judged: JudgedExchange): JudgedExchange;
  /** Ends the test as not tested, because an answer that it builds on lacks what it needs. */
  lacks(judged: JudgedExchange, what: string): never;
  /** Ends the test as not tested, with the reason. */
  cannot(reason: string): never;
}

/** Puts the service into one situation of an operation: the part of a test that a table of tests names. */
export type Act = (service: Service, operation: DocumentedOperationId, harness: Harness) => Promise<void>;

/**
 * Runs `act` for each item, `width` at a time, in order. After a failure no item starts, `mayGoOn` throws in those
 * under way, and the first error is thrown when they have ended.
 */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  width: number,
  act: (item: Item, at: number, mayGoOn: () => void) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let failed: { readonly error: unknown } | undefined;
  const mayGoOn = () => {
    if (failed !== undefined) throw failed.error;
  };
  const left = items.entries();
  const goThrough = async () => {
    for (const [at, item] of left) {
      try {
        mayGoOn();
        results[at] = await act(item, at, mayGoOn);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, goThrough));
  mayGoOn();
  return results;
}

/** The documented path of an operation. */
function pathOf(operation: OperationId): string {
  return isDocumented(operation) ? operationOf(operation).path : 'the path of the target file';
}

/** Opens the service for one test. */
export function openService(harness: Harness, place: Place): Service {
  const { file, title, repetition = 0 } = place;
  let over: string | undefined;
  const skip = (reason: string): never => {
    over = reason;
    return place.skip(reason);
  };
  const { settings } = harness;
  const { target } = settings;
  // The seed is the same in sources and compiled files.
  const own = deriveSeed(settings.seed, file.replace(/\.[jt]s$/, ''), title);
  // A repetition of the test pays orders of its own.
  const seed = repetition === 0 ? own : deriveSeed(own, `repetition ${repetition}`);
  const tag = deriveSeed(seed, 'order').toString(36).slice(0, 5);
  const ages = trackPaymentAges(harness.expectations, target);
  // Each test has its own memory space: otherwise parallel tests would list each other's orders.
  const caller = harness.from({ test: title, file, seed: settings.seed }, { space: seed.toString(36) });
  // For each exchange: requests sent before it, and before its answer.
  const moments = new WeakMap<JudgedExchange, { readonly sent: number; readonly answered: number }>();
  let sent = 0;

  const context: MakeContext = requestContext(settings);
  const plainContexts = {
    usual: { ...context, amounts: 'usual', letters: 'plain' },
    whole: { ...context, amounts: 'whole', letters: 'plain' },
  } as const;

  const identified = (operation: OperationId, body: JsonObject, number: number): JsonObject => {
    const own = {
      ...body,
      ...('merchant_id' in body ? { merchant_id: context.merchant_id } : {}),
      ...('account_id' in body ? { account_id: context.account_id } : {}),
    };
    if (!isDocumented(operation)) return own;
    // New numbers, because shrinking repeats bodies.
    return withOwnNumbers(own, context, () => `${settings.runId}-${tag}-${number.toString(36)}`);
  };

  // A request that target or budget forbid is not sent, and the test is skipped.
  const sendAllowed = async (
    by: Caller,
    operation: OperationId,
    body: JsonObject,
    sending: RequestVariation,
  ) => {
    const hopeless = harness.monitor.stopped() ?? harness.expectations.spent(operation);
    if (hopeless !== undefined) return skip(hopeless);
    try {
      harness.orders.note(operation, body, sending.intent === 'odd');
      const judged = await by.send(operation, body, sending);
      harness.expectations.note(judged);
      if (harness.monitor.note(judged, body) === true) {
        const found = await harness.look?.(file);
        if (found?.ends === true) return skip(found.says);
      }
      return harness.orders.tellable(judged);
    } catch (error) {
      if (isRefusedSend(error)) return skip(error.message);
      throw error;
    }
  };

  const isAfter = (one: JudgedExchange, other: JudgedExchange) =>
    (moments.get(one)?.sent ?? -1) >= (moments.get(other)?.answered ?? Number.POSITIVE_INFINITY);

  const width = Math.max(1, target.limits.concurrent);
  // Concurrent requests count as one moment, as their order of arrival is unknown.
  const asOneMoment = async <Result>(
    sending: () => Promise<Result>,
    exchangesOf: (result: Result) => readonly JudgedExchange[],
  ) => {
    const before = sent;
    const result = await sending();
    for (const judged of exchangesOf(result)) moments.set(judged, { sent: before, answered: sent });
    return result;
  };

  const serviceOf = (by: Caller, claim?: () => void): Service => {
    const exchanges: JudgedExchange[] = [];
    const findings: Finding[] = [];
    const note = async (sending: Promise<JudgedExchange>) => {
      const before = sent++;
      const judged = await sending;
      exchanges.push(judged);
      moments.set(judged, { sent: before, answered: sent });
      ages.note(judged);
      findings.push(...judged.judgement.findings);
      return judged;
    };
    const service: Service = {
      seed,
      get drawSeed() {
        return by.next === 0 ? seed : deriveSeed(seed, `request ${by.next}`);
      },
      width,
      runs: settings.runs,
      context,
      exchanges,
      findings,
      async send(operation, sendable, situation = {}) {
        const { asGenerated, caseName = caseOf(sendable)?.name, ...variation } = situation;
        claim?.();
        // It goes out before its step begins, so that steps change no order.
        const sending = note(
          sendAllowed(by, operation, asGenerated ? bodyOf(sendable) : service.numbered(operation, sendable), {
            intent: intentOf(sendable),
            ...defined({ caseName }),
            ...variation,
          }),
        );
        const { method = 'POST', path = pathOf(operation) } = situation;
        const title = caseName === undefined ? operation : `${operation}: ${caseName}`;
        // Called here, so that reports show the line that asked for the request. What it throws fails the test, masked.
        const over = sending.catch(() => {});
        const subtitle = redactText(`${method} ${path}`);
        await place.step?.(redactText(title), () => over, { box: true, subtitle });
        return sending;
      },
      sendAll(operation, bodies, situation) {
        const send = (body: Sendable) => service.send(operation, body, situation);
        // Refunds of one order are numbered in order of arrival, and one seed must give one result.
        if (operation === 'refund') return mapConcurrently(bodies, 1, send);
        return asOneMoment(
          () => mapConcurrently(bodies, width, send),
          (all) => all,
        );
      },
      async beside(items, act) {
        if (claim !== undefined) return mapConcurrently(items, 1, (item) => act(service, item));
        const lanes: Service[] = [];
        try {
          return await asOneMoment(
            () =>
              mapConcurrently(by.apart(items.length), width, (own, at, mayGoOn) => {
                lanes[at] = serviceOf(own, mayGoOn);
                return act(lanes[at], items[at] as (typeof items)[number]);
              }),
            () => lanes.flatMap((lane) => lane.exchanges),
          );
        } finally {
          exchanges.push(...lanes.flatMap((lane) => lane.exchanges));
          findings.push(...lanes.flatMap((lane) => lane.findings));
        }
      },
      numbered: (operation, sendable) => identified(operation, bodyOf(sendable), by.next),
      allows: (operation, sendable) => whyNotSend(operation, bodyOf(sendable), target) === undefined,
      plain: (operation) => plainContexts[harness.expectations.amountsOf(operation)],
      shapeOf: (operation) => harness.expectations.shapeOf(operation),
      async prepared(operation, account, pay) {
        // An order must not be captured twice, so new orders replace those whose capture came too soon.
        for (let attempt = 0; ; attempt += 1) {
          const orders = await pay(attempt);
          const { unsettled, tooSoon } = await ages.prepare(service, operation, orders, account);
          if (unsettled !== undefined) skip(unsettled);
          if (tooSoon !== undefined && attempt < mostRetries) continue;
          if (tooSoon !== undefined) service.need(tooSoon);
          return orders;
        }
      },
      ripen: (operation, orders) => ages.ripen(service, operation, orders, context),
      isRipe: ages.isRipe,
      pay: (count = 1, operation = 'direct-payment', amounts = undefined) =>
        service.prepared(operation, context, async () => {
          const wanted = paymentsFor(service, context, deriveSeed(service.drawSeed, 'pay'), count, amounts);
          const { paid, refusal } = await payOrders(service, wanted);
          if (refusal === undefined) return paid;
          return service.lacks(refusal, `the service accepted ${paid.length} of ${count} card payments`);
        }),
      leftOpen(judged) {
        const { operation } = judged.exchange;
        if (!isDocumented(operation)) return [];
        const pending = harness.expectations.pendingOf(operation);
        const own = { ...target.statuses?.[operation], pending };
        return leftOpen(judged, { ...target.statuses, [operation]: own });
      },
      twins: (twins) =>
        noteTwins(
          harness,
          twins,
          { exchanges, isAfter, whyOver: () => over },
          (found) => void findings.push(...found),
        ),
      need(judged) {
        const { operation, outcome } = judged.judgement;
        if (outcome !== 'accepted') service.lacks(judged, `${operation} was not accepted`);
        return judged;
      },
      lacks(judged, what) {
        const { outcome } = judged.judgement;
        const isOpen = outcome === 'unclear' || outcome === 'none' || isUndecided(judged);
        return skip(
          `${isOpen ? undecidedPrerequisite : unmetPrerequisite}: ${what} (${outcomeWords(judged)})`,
        );
      },
      cannot: skip,
    };
    return service;
  };
  return serviceOf(caller);
}
