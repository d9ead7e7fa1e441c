import type { RunRule } from '../rule.ts';
import { atOnce } from './at-once.ts';
import { absenceNotes, refusedCalls, selections, usableBodyTypes } from './calls.ts';
import { asPaid, asRefunded, refundReferences, refundSums } from './money.ts';
import { cancelledSubscriptions, repeats, transactionIds, transitions } from './orders.ts';
import { accountSeparation, wholeCards } from './secrets.ts';

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
