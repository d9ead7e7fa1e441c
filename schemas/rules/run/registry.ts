import { atOnce } from './at-once.ts';
import { absenceNotes, refusedCalls, usableBodyTypes } from './calls.ts';
import { asPaid, asRefunded } from './money.ts';
import { cancelledSubscriptions, repeats, transactionIds, transitions } from './orders.ts';
import { refundReferences } from './refund-references.ts';
import { refundSums } from './refund-sums.ts';
import type { RunRule } from './run-rule.ts';
import { accountSeparation, wholeCards } from './secrets.ts';
import { selections } from './selections.ts';

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
