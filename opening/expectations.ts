import { setTimeout } from 'node:timers/promises';
import type { MakeContext } from '../generators/context.ts';
import type { PaidOrder } from '../generators/orders.ts';
import { type Client, partyOf, type RequestDetails, sendBatches } from '../generators/situations.ts';
import { defined } from '../schemas/defined.ts';
import { answerOf, entriesIn, entrySucceeded, scalarText, statusNameOf } from '../schemas/history/outcome.ts';
import { mayBeReplaced } from '../schemas/history/states.ts';
import type { OpeningReport, OpeningStep, Settling, StateChange } from '../schemas/opening.ts';
import { documentedOperations, isBatch, isDocumented, operationOf } from '../schemas/operations.ts';
import type { JsonObject, JudgedExchange, OperationId } from '../schemas/types.ts';
import type { TargetFile } from '../targets/file/target-keys.ts';
import type { Target } from '../targets/target.ts';
import { type PendingStates, pollTimesOf, pollUntil, transitionProgress } from './settle.ts';

/** What the specs can still expect after the opening. */
export type Expectations = ReturnType<typeof expectationsOf>;

/** Number of requests that each worker still sends for an operation that the opening saw refused. */
const mostFurther = 4;

/** The operations that are done to payments. */
const overPayments = documentedOperations.flatMap(({ id }) => (isBatch(id) ? [id] : []));

function pendingStatesOf(
  move: Settling | StateChange | undefined,
  search: PendingStates['search'],
): PendingStates | undefined {
  if (move === undefined) return undefined;
  return 'entry' in move ? { search, before: [move.from] } : { search, before: [move.from], to: move.to };
}

/** Creates a worker's expectations from the opening and the merchant's statuses; without an opening, all are open. */
export function expectationsOf(
  report: OpeningReport | undefined,
  { statuses = {} }: Pick<TargetFile, 'statuses'> = {},
) {
  const refused = new Map<OperationId, OpeningStep>();
  for (const step of report?.steps ?? [])
    if (step.state === 'not-accepted') refused.set(step.operation, step);
  const sent = new Map<OperationId, number>();
  const whyOf = (operation: OperationId) =>
    refused.get(operation)?.cause?.says ?? 'its preflight request was not accepted';
  const stepOf = (wanted: OperationId) => report?.steps.find(({ operation }) => operation === wanted);
  const saidOf = (operation: OperationId) => (isDocumented(operation) ? statuses[operation] : undefined);
  const paymentStates = statuses['direct-payment']?.payment_status;
  const refund = stepOf('refund');
  // A capture that only prepares a refund is not a separate step.
  const asRefund = refund && defined({ settles: refund.afterSettles, waitsMs: refund.waitsMs });
  const waitOf = (operation: OperationId): Partial<Pick<OpeningStep, 'settles' | 'waitsMs'>> =>
    stepOf(operation) ?? (operation === refund?.after ? asRefund : undefined) ?? {};
  return {
    /** Why no test of an operation can decide anything; undefined if one can. */
    lost: (operation: OperationId) => (refused.get(operation)?.dead === true ? whyOf(operation) : undefined),
    /** Why no further request of an operation is worth sending; undefined if one is. */
    spent: (operation: OperationId) =>
      refused.has(operation) && (sent.get(operation) ?? 0) >= mostFurther
        ? `${whyOf(operation)}; none of ${mostFurther} further requests was accepted`
        : undefined,
    /** Records the outcome of a request. */
    note({ exchange: { operation }, judgement }: JudgedExchange): void {
      if (!refused.has(operation)) return;
      if (judgement.outcome === 'accepted') refused.delete(operation);
      else sent.set(operation, (sent.get(operation) ?? 0) + 1);
    },
    /** The shape in which the operation is accepted. */
    shapeOf: (operation: OperationId) => stepOf(operation)?.shape ?? 'minimal',
    /** The amounts that are accepted in payments on which others depend. */
    amountsOf: (operation: OperationId) => stepOf(operation)?.amounts ?? 'usual',
    /** Statuses of pending result entries of an operation: accepted, and done later. */
    pendingOf(operation: OperationId): readonly string[] {
      const said = saidOf(operation);
      if (said !== undefined) return said.pending ?? [];
      const { settles } = waitOf(operation);
      return settles === undefined ? [] : [settles.entry];
    },
    /** The states that a record leaves once a pending result of an operation is done; undefined if none is known. */
    leaving(operation: OperationId): PendingStates | undefined {
      const search = operation === 'refund' ? 'refund-search' : 'query';
      if (saidOf(operation) === undefined) return pendingStatesOf(waitOf(operation).settles, search);
      const before = operation === 'refund' ? statuses.refund?.pending : paymentStates?.pending;
      return before && { search, before };
    },
    /**
     * The states in which an operation cannot be done to a payment yet; undefined if it need not wait. Before a refund
     * those that the merchant names count as well: payments that were not captured may stay in them.
     */
    waitsIn(operation: OperationId): PendingStates | undefined {
      const waits = stepOf(operation)?.waits;
      const isNamed = paymentStates?.pending !== undefined && (operation === 'refund' || waits !== undefined);
      return isNamed ? { search: 'query', before: paymentStates.pending } : pendingStatesOf(waits, 'query');
    },
    /** Milliseconds during which an operation on a new payment is refused, if no query shows when they end. */
    waitsMs: (operation: OperationId) => waitOf(operation).waitsMs ?? 0,
    /** True if refunds are accepted only after the capture. */
    refundsCaptured: refund?.after === 'capture',
  };
}

/** What a payment has yet to wait for since it was made or last changed. */
interface PaymentAge {
  readonly at: number;
  /** The age up to which it was waited for, in milliseconds. */
  waitedMs: number;
  /** States that the payment or its refund must leave because its last change may be pending. */
  pending: PendingStates | undefined;
  /** States that it must leave before an operation. */
  readonly before: Map<OperationId, PendingStates>;
}

/** States that payments or their refunds must leave. */
interface PendingOrders extends PendingStates {
  readonly orders: readonly PaidOrder[];
}

/** The service of a test, for preparing payments. */
interface Service extends Client<RequestDetails & { readonly asGenerated?: boolean }> {
  readonly seed: number;
  /** Ends the test that needs an accepted exchange, if it was not accepted. */
  need(judged: JudgedExchange): JudgedExchange;
}

/** Tracks the payments of one test: their age and what they have yet to wait for. */
export function trackPaymentAges(expectations: Expectations, target: Target) {
  const ages = new Map<string, PaymentAge>();
  const isCapturedFirst = expectations.refundsCaptured || target.capture === 'manual';
  const begin = (id: string | undefined, operation: OperationId, isPending: boolean): void => {
    if (id === undefined) return;
    const before = new Map(operation === 'direct-payment' ? [] : ages.get(id)?.before);
    for (const later of overPayments) {
      const states = expectations.waitsIn(later);
      const starts = later === 'refund' && isCapturedFirst ? 'capture' : 'direct-payment';
      if (states !== undefined && operation === starts) before.set(later, states);
    }
    ages.set(id, {
      at: performance.now(),
      waitedMs: 0,
      pending: isPending ? expectations.leaving(operation) : undefined,
      before,
    });
  };
  /** What payments must wait for before an operation; undefined if nothing. */
  const unripe = (operation: OperationId, orders: readonly PaidOrder[]) => {
    const waitsMs = expectations.waitsMs(operation);
    const found = orders.flatMap((order) => {
      const age = ages.get(order.transaction_id);
      return age === undefined ? [] : [{ order, age }];
    });
    const young = found.filter(({ age }) => age.waitedMs < waitsMs);
    const moving = new Map<string, PendingOrders>();
    for (const { order, age } of found)
      for (const states of [age.pending, age.before.get(operation)]) {
        if (states === undefined) continue;
        const key = JSON.stringify(states);
        moving.set(key, { ...states, orders: [...(moving.get(key)?.orders ?? []), order] });
      }
    if (young.length === 0 && moving.size === 0) return undefined;
    const ready = Math.max(0, ...young.map(({ age }) => age.at + waitsMs));
    return { found, leaving: moving.values(), milliseconds: Math.max(0, ready - performance.now()) };
  };
  /**
   * Waits until payments are old enough for an operation and nothing about them is pending. Returns why that takes too
   * long, or undefined; sends and waits for nothing if the opening saw no wait.
   */
  const ripen = async (
    service: Pick<Service, 'send'>,
    operation: OperationId,
    orders: readonly PaidOrder[],
    account: MakeContext,
  ): Promise<string | undefined> => {
    const waits = unripe(operation, orders);
    if (waits === undefined) return undefined;
    await setTimeout(waits.milliseconds);
    for (const leaving of waits.leaving) {
      const unsettled = await whyUnsettled(leaving, target, () =>
        service.send(leaving.search, partyOf(account), { caseName: 'until it is settled' }),
      );
      if (unsettled !== undefined) return unsettled;
    }
    for (const { age } of waits.found) {
      age.pending = undefined;
      age.waitedMs = Math.max(age.waitedMs, expectations.waitsMs(operation));
      age.before.delete(operation);
    }
    return undefined;
  };

  return {
    ripen,
    /** True if payments need not wait before an operation. */
    isRipe: (operation: OperationId, orders: readonly PaidOrder[]) => unripe(operation, orders) === undefined,
    /** Records a new payment, or a change of payments. */
    note(judged: JudgedExchange): void {
      const { operation } = judged.exchange;
      if (judged.judgement.outcome !== 'accepted' || !isDocumented(operation)) return;
      const answer = answerOf(judged);
      const idIn = ({ transaction_id }: JsonObject) => scalarText(transaction_id);
      if (operation === 'direct-payment') begin(idIn(answer), operation, false);
      const status = statusNameOf(operation);
      if (status === undefined) return;
      for (const entry of entriesIn(judged)) {
        const isPending = expectations.pendingOf(operation).includes(scalarText(entry[status]) ?? '');
        if (isPending || entrySucceeded(operationOf(operation), entry))
          begin(idIn(entry), operation, isPending);
      }
    },
    /**
     * Prepares payments for an operation: waits until they are old enough, captures them before a refund if the service
     * or merchant requires it, and waits until they are settled. Returns why that takes too long, or the capture that
     * was too soon.
     */
    async prepare(
      service: Service,
      operation: OperationId,
      orders: readonly PaidOrder[],
      account: MakeContext,
    ): Promise<{ readonly unsettled?: string; readonly tooSoon?: JudgedExchange }> {
      if (operation === 'refund' && isCapturedFirst) {
        const unsettled = await ripen(service, 'capture', orders, account);
        if (unsettled !== undefined) return { unsettled };
        const client: Client = {
          async send(capture, body) {
            const how = { caseName: 'before the refund', asGenerated: true };
            const judged = await service.send(capture, body, how);
            return mayBeReplaced(judged) ? judged : service.need(judged);
          },
        };
        const captures = await sendBatches(client, 'capture', orders, {
          context: account,
          seed: service.seed,
        });
        const tooSoon = captures.find(mayBeReplaced);
        if (tooSoon !== undefined) return { tooSoon };
      }
      return defined({ unsettled: await ripen(service, operation, orders, account) });
    },
  };
}

/** Queries until no order is pending; returns why that takes longer than the target allows, or undefined. */
export async function whyUnsettled(
  { orders, ...leaving }: PendingOrders,
  target: Target,
  query: () => Promise<JudgedExchange>,
): Promise<string | undefined> {
  const ids = new Set(orders.map(({ transaction_id }) => transaction_id));
  const patience = pollTimesOf(target, `${leaving.search} ${leaving.before.join()}`);
  let isPending = false;
  const hasArrived = await pollUntil(async () => {
    const { pending, arrived } = transitionProgress(await query(), ids, leaving);
    isPending = pending;
    return arrived;
  }, patience);
  // A new state may be one that comes after the wait.
  return hasArrived || !isPending
    ? undefined
    : `prerequisite not met: a payment did not settle within ${patience.longestMs} ms (settle.longestMs)`;
}
