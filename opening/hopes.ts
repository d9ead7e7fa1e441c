import { setTimeout } from 'node:timers/promises';
import type { MakeContext } from '../generators/context.ts';
import type { PaidOrder } from '../generators/orders.ts';
import { type About, type Port, partyOf, sendBatches } from '../generators/situations.ts';
import { given } from '../schemas/given.ts';
import { answerOf, entriesIn, entrySucceeded, scalarText, statusNameOf } from '../schemas/history/outcome.ts';
import { mayBeReplaced } from '../schemas/history/states.ts';
import type { OpeningReport, OpeningStep, Settling, Waiting } from '../schemas/opening.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import type { JsonObject, JudgedExchange, OperationId } from '../schemas/types.ts';
import type { TargetFile } from '../targets/file/target-file.ts';
import type { Target } from '../targets/target.ts';
import { type Leaving, onTheWay, patienceOf, until } from './settle.ts';

/** What the specs may still hope for, after the opening. */
export type Hopes = ReturnType<typeof hopesOf>;

/** Requests that an operation still gets in each worker when its opening was refused. */
const handful = 4;

function leavingOf(move: Settling | Waiting | undefined, search: Leaving['search']): Leaving | undefined {
  if (move === undefined) return undefined;
  return 'over' in move
    ? { search, before: [move.from, ...move.over], to: move.to }
    : { search, before: [move.from] };
}

/** Makes the hopes of one worker, of what the opening saw and of what the merchant says; without an opening everything is hoped for. */
export function hopesOf(
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
  // A capture that was asked for on behalf of a refund has no step of its own.
  const asRefund = refund && given({ settles: refund.afterSettles, waitsMs: refund.waitsMs });
  const waitOf = (operation: OperationId): Partial<Pick<OpeningStep, 'settles' | 'waitsMs' | 'pending'>> =>
    stepOf(operation) ?? (operation === refund?.after ? asRefund : undefined) ?? {};
  return {
    /** Why no test of an operation can tell anything; undefined when one can. */
    lost: (operation: OperationId) => (refused.get(operation)?.dead === true ? whyOf(operation) : undefined),
    /** Why no further request of an operation is worth sending; undefined when one is. */
    spent: (operation: OperationId) =>
      refused.has(operation) && (sent.get(operation) ?? 0) >= handful
        ? `${whyOf(operation)}; none of ${handful} further requests was accepted`
        : undefined,
    /** Notes what became of a request. */
    note({ exchange: { operation }, judgement }: JudgedExchange): void {
      if (!refused.has(operation)) return;
      if (judgement.outcome === 'accepted') refused.delete(operation);
      else sent.set(operation, (sent.get(operation) ?? 0) + 1);
    },
    /** The shape in which requests of an operation are accepted. */
    shapeOf: (operation: OperationId) => stepOf(operation)?.shape ?? 'minimal',
    /** The amounts that are accepted in payments that others build on. */
    amountsOf: (operation: OperationId) => stepOf(operation)?.amounts ?? 'usual',
    /** Statuses of result entries of an operation that are pending: they were taken, and are done later. */
    pendingOf(operation: OperationId): readonly string[] {
      const said = saidOf(operation);
      if (said !== undefined) return said.pending ?? [];
      const { settles, pending } = waitOf(operation);
      return [settles?.entry, pending].filter((one) => one !== undefined);
    },
    /** The states that a record leaves when a pending result of an operation is done; undefined where none is known. */
    leaving(operation: OperationId): Leaving | undefined {
      const search = operation === 'refund' ? 'refund-search' : 'query';
      if (saidOf(operation) === undefined) return leavingOf(waitOf(operation).settles, search);
      const before = operation === 'refund' ? statuses.refund?.pending : paymentStates?.pending;
      return before && { search, before };
    },
    /** The states in which a payment is not refunded yet; undefined when refunds wait for nothing. */
    refundsWait: paymentStates?.pending
      ? ({ search: 'query', before: paymentStates.pending } as const)
      : leavingOf(refund?.waits, 'query'),
    /** Milliseconds after a payment in which an operation over it is refused, where no query shows when it is not. */
    waitsMs: (operation: OperationId) => waitOf(operation).waitsMs ?? 0,
    /** True when refunds are accepted once the payment is captured. */
    refundsCaptured: refund?.after === 'capture',
  };
}

/** What one payment has left to wait for since it was made, or since something was done to it. */
interface Age {
  readonly at: number;
  /** How old it was waited to be, in milliseconds. */
  waitedMs: number;
  /** States that it, or its refund, has to leave because what was done to it last may be pending. */
  pending: Leaving | undefined;
  /** States that it has to leave before it can be refunded. */
  beforeRefund: Leaving | undefined;
}

/** States that payments have to leave, or their refunds. */
interface LeavingOrders extends Leaving {
  readonly orders: readonly PaidOrder[];
}

/** The service of a test, or a learner, which prepares payments for operations over them. */
interface Service extends Port<About & { readonly asGenerated?: boolean }> {
  readonly seed: number;
  /** Ends what needs an exchange where that was not accepted. */
  need(judged: JudgedExchange): JudgedExchange;
}

/** Opens what is known of the payments of one test, or of a learner: how old they are, and what they still have to wait for. */
export function openAges(hopes: Hopes, target: Target) {
  const ages = new Map<string, Age>();
  const isCapturedFirst = hopes.refundsCaptured || target.capture === 'manual';
  const begin = (id: string | undefined, operation: OperationId, isPending: boolean): void => {
    if (id === undefined) return;
    const starts = operation === (isCapturedFirst ? 'capture' : 'direct-payment');
    ages.set(id, {
      at: performance.now(),
      waitedMs: 0,
      pending: isPending ? hopes.leaving(operation) : undefined,
      beforeRefund: starts ? hopes.refundsWait : ages.get(id)?.beforeRefund,
    });
  };
  /** What payments have to wait for before an operation; undefined where nothing was seen to wait. */
  const unripe = (operation: OperationId, orders: readonly PaidOrder[]) => {
    const waitsMs = hopes.waitsMs(operation);
    const found = orders.flatMap((order) => {
      const age = ages.get(order.transaction_id);
      return age === undefined ? [] : [{ order, age }];
    });
    const young = found.filter(({ age }) => age.waitedMs < waitsMs);
    const moving = new Map<string, LeavingOrders>();
    for (const { order, age } of found)
      for (const states of [age.pending, operation === 'refund' ? age.beforeRefund : undefined]) {
        if (states === undefined) continue;
        const key = JSON.stringify(states);
        moving.set(key, { ...states, orders: [...(moving.get(key)?.orders ?? []), order] });
      }
    if (young.length === 0 && moving.size === 0) return undefined;
    const ready = Math.max(0, ...young.map(({ age }) => age.at + waitsMs));
    return { found, leaving: moving.values(), milliseconds: Math.max(0, ready - performance.now()) };
  };
  /**
   * Waits before an operation over payments: until they are as old as it needs them, and what is pending is done. Returns why
   * nothing can be found out where that takes too long; asks and waits for nothing where the opening saw nothing wait.
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
      age.waitedMs = Math.max(age.waitedMs, hopes.waitsMs(operation));
      if (operation === 'refund') age.beforeRefund = undefined;
    }
    return undefined;
  };

  return {
    ripen,
    /** Tells whether payments have nothing to wait for before an operation. */
    isRipe: (operation: OperationId, orders: readonly PaidOrder[]) => unripe(operation, orders) === undefined,
    /** Notes a payment that was made, and what was done to payments. */
    note(judged: JudgedExchange): void {
      const { operation } = judged.exchange;
      if (judged.judgement.outcome !== 'accepted' || !isDocumented(operation)) return;
      const answer = answerOf(judged);
      const idIn = ({ transaction_id }: JsonObject) => scalarText(transaction_id);
      if (operation === 'direct-payment') begin(idIn(answer), operation, false);
      const status = statusNameOf(operation);
      if (status === undefined) return;
      for (const entry of entriesIn(judged)) {
        const isPending = hopes.pendingOf(operation).includes(scalarText(entry[status]) ?? '');
        if (isPending || entrySucceeded(operationOf(operation), entry))
          begin(idIn(entry), operation, isPending);
      }
    },
    /**
     * Makes of payments of an account what an operation over them needs: as old as it has to be, captured before a refund where the
     * service or its merchant says so, and settled where a refund waits for it. Returns why nothing can be found out where that
     * takes too long, or the exchange where a capture came too soon.
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
        const port: Port = {
          async send(capture, body) {
            const how = { caseName: 'before the refund', asGenerated: true };
            const judged = await service.send(capture, body, how);
            return mayBeReplaced(judged) ? judged : service.need(judged);
          },
        };
        const captures = await sendBatches(port, 'capture', orders, { context: account, seed: service.seed });
        const tooSoon = captures.find(mayBeReplaced);
        if (tooSoon !== undefined) return { tooSoon };
      }
      return given({ unsettled: await ripen(service, operation, orders, account) });
    },
  };
}

/** Queries until no order shows a pending result; returns why nothing more can be told when that takes longer than the target allows. */
export async function whyUnsettled(
  { orders, ...leaving }: LeavingOrders,
  target: Target,
  query: () => Promise<JudgedExchange>,
): Promise<string | undefined> {
  const ids = new Set(orders.map(({ transaction_id }) => transaction_id));
  const patience = patienceOf(target, `${leaving.search} ${leaving.before.join()}`);
  let isPending = false;
  const hasArrived = await until(async () => {
    const { pending, arrived } = onTheWay(await query(), ids, leaving);
    isPending = pending;
    return arrived;
  }, patience);
  // A state that nobody met before may be one that comes later.
  return hasArrived || !isPending
    ? undefined
    : `prerequisite not met: a payment did not settle within ${patience.longestMs} ms (settle.longestMs)`;
}
