import { setTimeout } from 'node:timers/promises';
import { refusingEntries } from '../../mock/acquirers/habits/settlement.ts';
import { allOf, type Change, onEveryAnswer, onEveryList } from '../../mock/behaviour.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { after } from './stopped-clock.ts';

/**
 * A service whose payments go through states by themselves, another one after so many queries of anybody, so that no test has
 * to wait. It refunds what is in the last of them, or does another operation to it; `capture` says that a payment only moves once it is captured.
 */
export function settlingThrough(
  states: readonly string[],
  { queries = 2, capture = false, asked: wanted = 'refund' as DocumentedOperationId } = {},
): Change {
  const paidAt = new Map<string, number>();
  let asked = 0;
  const stateOf = (id: string) => {
    const since = paidAt.get(id);
    const moves = since === undefined ? 0 : Math.floor((asked - since) / queries);
    return states[Math.min(moves, states.length - 1)];
  };
  const begins = (id: unknown) => {
    if (typeof id === 'string' && !paidAt.has(id)) paidAt.set(id, asked);
  };
  return allOf(
    refusingEntries((operation, { order }) =>
      operation === wanted && order !== undefined && stateOf(order.transaction_id) !== states.at(-1)
        ? { code: '3031', text: 'the transaction is not settled' }
        : undefined,
    ),
    onEveryAnswer((value, { operation }) => {
      if (operation === 'direct-payment' && !capture) begins(value.transaction_id);
      if (operation === 'query') asked += 1;
      return value;
    }),
    onEveryList((entries, { operation }) => {
      if (operation === 'capture') for (const entry of entries) begins(entry.transaction_id);
      if (operation !== 'query') return entries;
      return entries.map((entry) => ({
        ...entry,
        payment_status: stateOf(String(entry.transaction_id)) ?? '',
      }));
    }),
  );
}

/** A service that refunds a payment, or does what is named to it, from some time after it was made on, and shows no state of it unless told to. */
export function settlingUnseen(
  milliseconds: number,
  operations: readonly DocumentedOperationId[] = ['refund'],
  states?: { readonly before: string; readonly after: string },
): Change {
  const settled = new Set<string>();
  return allOf(
    refusingEntries((operation, { order }) =>
      operations.includes(operation) && order !== undefined && !settled.has(order.transaction_id)
        ? { code: '3033', text: 'the transaction is not settled' }
        : undefined,
    ),
    onEveryAnswer((value, { operation }) => {
      if (operation === 'direct-payment')
        after(milliseconds, () => settled.add(String(value.transaction_id)));
      return value;
    }),
    onEveryList((entries, { operation }) => {
      if (operation !== 'query' || states === undefined) return entries;
      return entries.map((entry) => ({
        ...entry,
        payment_status: settled.has(String(entry.transaction_id)) ? states.after : states.before,
      }));
    }),
  );
}

/** A service that takes so many milliseconds for each answer to an operation. */
export function slowAt(operation: DocumentedOperationId, milliseconds: number): Change {
  return onEveryAnswer((value, { operation: answered }) => {
    if (answered === operation) void setTimeout(milliseconds);
    return value;
  });
}

/** What is busy for some milliseconds from the last time on that it began something. */
export function busyIds(milliseconds: number): { begins(id: string): void; isBusy(id: string): boolean } {
  const since = new Map<string, object>();
  return {
    begins(id) {
      const time = {};
      since.set(id, time);
      after(milliseconds, () => since.get(id) === time && since.delete(id));
    },
    isBusy: (id) => since.has(id),
  };
}

/** A service that is busy for some time after a payment was made, and after something was done to it, and does nothing to it then. */
export function busyFor(milliseconds: number, operations: readonly DocumentedOperationId[]): Change {
  const { begins, isBusy } = busyIds(milliseconds);
  return allOf(
    refusingEntries((operation, { order }) =>
      operations.includes(operation) && order !== undefined && isBusy(order.transaction_id)
        ? { code: '3034', text: 'the transaction is busy' }
        : undefined,
    ),
    onEveryAnswer((value, { operation }) => {
      if (operation === 'direct-payment') begins(String(value.transaction_id));
      return value;
    }),
    onEveryList((entries, { operation }) => {
      for (const entry of entries)
        if (entry[`${operation}_status`] === '1') begins(String(entry.transaction_id));
      return entries;
    }),
  );
}

/** A service that refunds what was captured; a capture is pending until so many queries were asked, of anybody. */
export function refundingOnceCaptured({ queries = 2 } = {}): Change {
  const left = new Map<string, number>();
  return allOf(
    refusingEntries((operation, { order }) =>
      operation === 'refund' && order !== undefined && left.get(order.transaction_id) !== 0
        ? { code: '3035', text: 'the transaction is not captured yet' }
        : undefined,
    ),
    onEveryList((entries, { operation }) => {
      if (operation === 'query') {
        for (const [id, more] of left) left.set(id, Math.max(0, more - 1));
        return entries.map((entry) => {
          const more = left.get(String(entry.transaction_id));
          return more === undefined || queries === 0
            ? entry
            : { ...entry, payment_status: more > 0 ? '3500' : '4100' };
        });
      }
      if (operation !== 'capture') return entries;
      return entries.map((entry) => {
        if (entry.capture_status !== '1') return entry;
        left.set(String(entry.transaction_id), queries);
        return queries === 0 ? entry : { ...entry, capture_status: '2' };
      });
    }),
  );
}

/** A service that refunds nothing, whatever is asked; its payments keep their state. */
export const refundsNothing: Change = refusingEntries((operation) =>
  operation === 'refund' ? { code: '3032', text: 'refunds are not offered' } : undefined,
);
