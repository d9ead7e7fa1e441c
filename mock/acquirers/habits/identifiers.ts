import { uuidFrom } from '../../derive.ts';
import { deciding } from '../../manner.ts';
import type { Habit } from '../habit.ts';

/** Identifiers that the acquirer assigns are UUIDs. */
export const uuidIdentifiers: Habit = {
  insists: 'Its identifiers are UUIDs, so a refund_reference_id holds six hyphens.',
  because:
    '2.1 and 2.14: transaction_id is a string whose form is not shown; 2.9 adds a hyphen and two digits.',
  change: deciding({ identifier: (_kind, digest) => uuidFrom(digest) }),
};

/** Identifiers that the acquirer assigns are numbers with a letter in front, as counters of old systems are. */
export const countedIdentifiers: Habit = {
  insists: 'Its identifiers are a letter and fifteen digits.',
  because: '2.1 and 2.14: transaction_id is a string whose form is not shown.',
  change: deciding({
    identifier: (kind, digest) =>
      kind +
      String(BigInt(`0x${digest.slice(0, 16)}`))
        .padStart(15, '0')
        .slice(-15),
  }),
};
