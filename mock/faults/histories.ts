import { orderMoves } from '../../generators/moves.ts';
import { allOf } from '../manner.ts';
import { keep } from '../state/bounded.ts';
import { onEntries, onEntry, withoutStatus } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const remembered = 1_000;
const key = (earlier: string, transactionId: unknown) => `${earlier} ${String(transactionId)}`;

/** Deviations that show only in orders with a history: an entry of one operation lacks its status once another one has named the order. */
export const historyFaults: readonly Fault[] = orderMoves.map(([earlier, later]) =>
  plant({
    id: `${later}-after-${earlier}-without-status`,
    clause: `7.2/${later}_status/present`,
    operation: later,
    situation: `${later} of an order after its ${earlier}`,
    description: `an entry of an order that a ${earlier} named before has no status`,
    change: allOf(
      onEntry(later, (entry, _index, { memo }) =>
        memo.has(key(earlier, entry.transaction_id)) ? withoutStatus(later, entry) : entry,
      ),
      onEntries(earlier, (entries, { memo }) => {
        for (const { transaction_id } of entries) keep(memo, key(earlier, transaction_id), 1, remembered);
        return entries;
      }),
    ),
  }),
);
