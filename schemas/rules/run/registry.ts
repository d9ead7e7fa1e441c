import { table } from '../../table.ts';
import type { RunRule } from '../rule.ts';
import { atOnce } from './at-once.ts';
import { absenceNotes, refusedCalls, selections, usableBodyTypes } from './calls.ts';
import { asPaid, asRefunded, refundReferences, refundSums } from './money.ts';
import { cancelledSubscriptions, repeats, transactionIds, transitions } from './orders.ts';
import { accountSeparation, wholeCards } from './secrets.ts';

/** The rules over the exchanges of a run, by the files that hold them. */
export const runRuleFiles = table<readonly RunRule[]>({
  'at-once': [atOnce],
  calls: [refusedCalls, usableBodyTypes, selections, absenceNotes],
  money: [refundReferences, asPaid, asRefunded, refundSums],
  orders: [transactionIds, cancelledSubscriptions, repeats, transitions],
  secrets: [accountSeparation, wholeCards],
});

/** Every rule over the exchanges of a run. */
export const runRules = Object.values(runRuleFiles).flat();
