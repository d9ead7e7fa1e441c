import { absenceNotes } from './absences.ts';
import { accountSeparation } from './account-separation.ts';
import { asPaid } from './as-paid.ts';
import { asRefunded } from './as-refunded.ts';
import { atOnce } from './at-once.ts';
import { cancelledSubscriptions } from './cancelled-subscriptions.ts';
import { refundReferences } from './refund-references.ts';
import { refundSums } from './refund-sums.ts';
import { refusedCalls } from './refused-calls.ts';
import { repeats } from './repeats.ts';
import type { RunRule } from './run-rule.ts';
import { selections } from './selections.ts';
import { transactionIds } from './transaction-ids.ts';
import { transitions } from './transitions.ts';
import { usableBodyTypes } from './usable-body-types.ts';
import { wholeCards } from './whole-cards.ts';

/** Every rule over the exchanges of a run. */
export const runRules: readonly RunRule[] = [
  transactionIds,
  refundReferences,
  refusedCalls,
  asPaid,
  asRefunded,
  accountSeparation,
  cancelledSubscriptions,
  wholeCards,
  usableBodyTypes,
  selections,
  repeats,
  transitions,
  refundSums,
  absenceNotes,
  atOnce,
];
