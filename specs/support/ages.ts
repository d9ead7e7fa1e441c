import { setTimeout } from 'node:timers/promises';
import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { type About, captureOrders, type Port, partyOf } from '../../generators/situations.ts';
import type { Hopes } from '../../opening/hopes.ts';
import { type Leaving, onTheWay, patienceOf, until } from '../../opening/settle.ts';
import { given } from '../../schemas/given.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import { answerOf, entriesOf, entrySucceeded, scalarText } from '../../schemas/outcome.ts';
import type { JsonObject, JudgedExchange, OperationId } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import { saysNothing } from './anew.ts';

/** What one payment has left to wait for since it was made, or since something was done to it. */
interface Age {
  readonly at: number;
  /** How old it was waited to be, in milliseconds. */
  waitedMs: number;
  /** What was done to it last, as long as that may be pending. */
  pending?: OperationId;
  /** It may be in a state in which it is not refunded yet. */
  isOnTheWay: boolean;
}

/** States that payments have to leave, or their refunds. */
export interface LeavingOrders extends Leaving {
  readonly orders: readonly PaidOrder[];
}

/** What payments have to wait for before an operation over them. */
export interface Unripe {
  /** Milliseconds until they are as old as they have to be. */
  readonly milliseconds: number;
  readonly leaving: readonly LeavingOrders[];
}

/** How long ago the payments of one test were made, or something was done to them. */
export interface Ages {
  /** A payment is captured before it is refunded. */
  readonly isCapturedFirst: boolean;
  /** Notes a payment that was made, and what was done to payments. */
  note(judged: JudgedExchange): void;
  /** Notes payments that were waited for before an operation. */
  ripened(operation: OperationId, orders: readonly PaidOrder[]): void;
  /** What payments have to wait for before an operation; undefined where nothing was seen to wait. */
  unripe(operation: OperationId, orders: readonly PaidOrder[]): Unripe | undefined;
}

/** Opens the ages of the payments of one test; `now` tells the time in milliseconds. */
export function openAges(
  hopes: Hopes,
  { capture }: Pick<Target, 'capture'>,
  now: () => number = () => performance.now(),
): Ages {
  const ages = new Map<string, Age>();
  const isCapturedFirst = hopes.refundsCaptured || capture === 'manual';
  const begin = (id: string | undefined, operation: OperationId, isPending: boolean): void => {
    if (id === undefined) return;
    const starts = operation === (isCapturedFirst ? 'capture' : 'direct-payment');
    const isOnTheWay = starts ? hopes.refundsWait !== undefined : (ages.get(id)?.isOnTheWay ?? false);
    ages.set(id, {
      at: now(),
      waitedMs: 0,
      isOnTheWay,
      ...given({ pending: isPending ? operation : undefined }),
    });
  };
  const agesOf = (orders: readonly PaidOrder[]) =>
    orders.flatMap((order) => {
      const age = ages.get(order.transaction_id);
      return age === undefined ? [] : [{ order, age }];
    });

  return {
    isCapturedFirst,
    note(judged) {
      const { operation } = judged.exchange;
      if (judged.judgement.outcome !== 'accepted' || !isDocumented(operation)) return;
      const answer = answerOf(judged);
      const idIn = ({ transaction_id }: JsonObject) => scalarText(transaction_id);
      if (operation === 'direct-payment') begin(idIn(answer), operation, false);
      const row = operationOf(operation);
      const { batch } = row;
      if (batch === undefined) return;
      for (const entry of entriesOf(row, answer)) {
        const isPending = hopes.pendingOf(operation).includes(scalarText(entry[batch.status]) ?? '');
        if (isPending || entrySucceeded(row, entry)) begin(idIn(entry), operation, isPending);
      }
    },
    ripened(operation, orders) {
      for (const { age } of agesOf(orders)) {
        delete age.pending;
        age.waitedMs = Math.max(age.waitedMs, hopes.waitsMs(operation));
        if (operation === 'refund') age.isOnTheWay = false;
      }
    },
    unripe(operation, orders) {
      const waitsMs = hopes.waitsMs(operation);
      const found = agesOf(orders);
      const young = found.filter(({ age }) => age.waitedMs < waitsMs);
      const moving = new Map<OperationId, PaidOrder[]>();
      for (const { order, age } of found)
        if (age.pending !== undefined) moving.set(age.pending, [...(moving.get(age.pending) ?? []), order]);
      const leaving = [...moving].flatMap(([done, some]): readonly LeavingOrders[] => {
        const states = hopes.leaving(done);
        return states === undefined ? [] : [{ ...states, orders: some }];
      });
      const refunded = operation === 'refund' ? found.filter(({ age }) => age.isOnTheWay) : [];
      if (hopes.refundsWait !== undefined && refunded.length > 0)
        leaving.push({ ...hopes.refundsWait, orders: refunded.map(({ order }) => order) });
      if (young.length === 0 && leaving.length === 0) return undefined;
      const ready = Math.max(0, ...young.map(({ age }) => age.at + waitsMs));
      return { milliseconds: Math.max(0, ready - now()), leaving };
    },
  };
}

/** Queries until no order shows a pending result; returns why nothing more can be told when that takes longer than the target allows. */
export async function whyUnsettled(
  orders: readonly PaidOrder[],
  leaving: Leaving,
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

/** The part of a test's service that prepares payments, and what is known of them. */
interface Preparing {
  readonly service: Port<About & { readonly asGenerated?: boolean }> & {
    readonly seed: number;
    need(judged: JudgedExchange): JudgedExchange;
  };
  readonly ages: Ages;
  readonly target: Target;
}

/**
 * Makes of payments of an account what an operation over them needs: as old as it has to be, captured before a refund where the
 * service or its merchant says so, and settled where a refund waits for it. Returns why nothing can be found out where that takes
 * too long, or the exchange where a capture came too soon.
 */
export async function prepareOrders(
  preparing: Preparing,
  operation: OperationId,
  orders: readonly PaidOrder[],
  account: MakeContext,
): Promise<{ readonly unsettled?: string; readonly tooSoon?: JudgedExchange }> {
  const { service, ages } = preparing;
  if (operation === 'refund' && ages.isCapturedFirst) {
    const unsettled = await ripen(preparing, 'capture', orders, account);
    if (unsettled !== undefined) return { unsettled };
    const port: Port = {
      async send(capture, body) {
        const how = { caseName: 'before the refund', asGenerated: true };
        const judged = await service.send(capture, body, how);
        return saysNothing(judged) ? judged : service.need(judged);
      },
    };
    const captures = await captureOrders(port, orders, { context: account, seed: service.seed });
    const tooSoon = captures.find(saysNothing);
    if (tooSoon !== undefined) return { tooSoon };
  }
  return given({ unsettled: await ripen(preparing, operation, orders, account) });
}

/**
 * Waits before an operation over payments: until they are as old as it needs them, and what is pending is done. Returns why
 * nothing can be found out where that takes too long; asks and waits for nothing where the opening saw nothing wait.
 */
export async function ripen(
  {
    service,
    ages,
    target,
  }: Pick<Preparing, 'ages' | 'target'> & { readonly service: Pick<Preparing['service'], 'send'> },
  operation: OperationId,
  orders: readonly PaidOrder[],
  account: MakeContext,
): Promise<string | undefined> {
  const unripe = ages.unripe(operation, orders);
  if (unripe === undefined) return undefined;
  await setTimeout(unripe.milliseconds);
  for (const { orders: some, ...leaving } of unripe.leaving) {
    const unsettled = await whyUnsettled(some, leaving, target, () =>
      service.send(leaving.search, partyOf(account), { caseName: 'until it is settled' }),
    );
    if (unsettled !== undefined) return unsettled;
  }
  ages.ripened(operation, orders);
  return undefined;
}
