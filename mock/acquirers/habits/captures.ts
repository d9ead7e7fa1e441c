import type { DocumentedOperationId } from '../../../schemas/types.ts';
import type { Change, EntrySubject } from '../../manner.ts';
import type { Problem } from '../../refusal.ts';
import type { Habit } from '../habit.ts';

/** Finds what the acquirer holds against an entry that the plain endpoint would do. */
export function holdingAgainst(
  find: (operation: DocumentedOperationId, subject: EntrySubject) => Problem | undefined,
): Change {
  return (manner) => {
    const { entryProblem } = manner.decide;
    return {
      ...manner,
      decide: {
        ...manner.decide,
        entryProblem: (operation, found, subject) =>
          entryProblem(operation, found, subject) ?? find(operation, subject),
      },
    };
  };
}

/** The merchant captures a payment before it can be refunded. */
export const capturesBeforeRefund: Habit = {
  insists:
    'A payment is captured by the merchant before it can be refunded, and no more than was captured is refunded in all.',
  because:
    'Section 3: transitions of orders, captures and refunds are not shown; 7.2 gives each entry a status of its own.',
  change: holdingAgainst((operation, { order }) =>
    operation === 'refund' && order?.captured === false
      ? { code: '3020', text: 'the transaction is not captured' }
      : undefined,
  ),
};

/** Payments are captured by themselves. */
export const capturesByItself: Habit = {
  insists: 'Payments are captured by themselves; each entry of a capture call is refused.',
  because: 'Section 3: transitions of captures are not shown; 7.2 gives each entry a status of its own.',
  change: holdingAgainst((operation, { order }) =>
    operation === 'capture' && order !== undefined
      ? { code: '3021', text: 'the transaction was captured automatically' }
      : undefined,
  ),
};

/** A captured payment is refunded, never cancelled. */
export const cancelsBeforeCapture: Habit = {
  insists: 'A payment is cancelled only as long as it is not captured.',
  because: 'Section 3: transitions of orders are not shown.',
  change: holdingAgainst((operation, { order }) =>
    operation === 'cancel' && order?.captured === true
      ? { code: '3022', text: 'a captured transaction is refunded, not cancelled' }
      : undefined,
  ),
};
