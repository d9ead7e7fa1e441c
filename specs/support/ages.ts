import { orderOperations } from '../../generators/moves.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import type { Hopes } from '../../opening/hopes.ts';
import type { Leaving } from '../../opening/settle.ts';
import { answerOf } from '../../schemas/answer-of.ts';
import { given } from '../../schemas/given.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import { entriesOf, entrySucceeded, scalarText } from '../../schemas/outcome.ts';
import type { JsonObject, JudgedExchange, OperationId } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';

/** What one payment has left to wait for since it was made, or since something was done to it. */
interface Age {
  readonly at: number;
  /** It was waited for until it was as old as operations over it need it. */
  isRipe: boolean;
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
  const isAnythingWaiting =
    hopes.refundsWait !== undefined ||
    orderOperations.some((one) => hopes.waitsMs(one) > 0 || hopes.leaving(one) !== undefined);
  const isCapturedFirst = hopes.refundsCaptured || capture === 'manual';
  const begin = (id: string | undefined, operation: OperationId, isPending: boolean): void => {
    if (id === undefined) return;
    const starts = operation === (isCapturedFirst ? 'capture' : 'direct-payment');
    const isOnTheWay = starts ? hopes.refundsWait !== undefined : (ages.get(id)?.isOnTheWay ?? false);
    ages.set(id, {
      at: now(),
      isRipe: false,
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
    note(judged) {
      const { operation } = judged.exchange;
      if (!isAnythingWaiting || judged.judgement.outcome !== 'accepted' || !isDocumented(operation)) return;
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
        age.isRipe ||= hopes.waitsMs(operation) > 0;
        if (operation === 'refund') age.isOnTheWay = false;
      }
    },
    unripe(operation, orders) {
      const waitsMs = hopes.waitsMs(operation);
      const found = agesOf(orders);
      const young = waitsMs > 0 ? found.filter(({ age }) => !age.isRipe) : [];
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
