import { clauseOf } from '../clauses.ts';
import type { Said } from '../findings/said.ts';
import { say } from '../findings/say.ts';
import type { JudgedExchange } from '../types.ts';
import { type BreachDetails, openRecorder, type Verdicts } from './recorder.ts';

const clause = '6.1/notification/sent';

/** Whether a service notified of a payment or a payout: no exchange shows it. */
export const notificationSent = { clauses: [clause] };

/** What arrived until the run ended, by what it says of one payment. */
interface Arrived {
  readonly arrived: number;
  /** Names the payment, and came to another address than the one given. */
  readonly elsewhere: number;
  /** Names no payment, and may be about this one. */
  readonly unknown: number;
  readonly isReachable: boolean;
}

function foundInstead({ elsewhere, unknown, isReachable }: Arrived): Said {
  if (elsewhere > 0) return say('notification-elsewhere', [], elsewhere);
  if (unknown > 0) return say('notification-unknown', [], unknown);
  return say(isReachable ? 'none' : 'notification-unreachable');
}

/**
 * Judges whether the service sent a notification of an accepted request before the run ended (6.1). A missing one
 * counts only if the service can reach the address, nothing came that may be it, and the result needs no shopper.
 */
export function judgeNotified({ exchange, judgement }: JudgedExchange, told: Arrived): Verdicts {
  const recorder = openRecorder(exchange);
  const { arrived, elsewhere, unknown, isReachable } = told;
  const missing: BreachDetails = {
    kind: 'absent',
    path: 'notify_url',
    expected: say('notification'),
    received: foundInstead(told),
  };
  const isExpected = clauseOf(clause).operations.includes(exchange.operation);
  if (judgement.outcome !== 'accepted' || !isExpected) return recorder.close();
  if (arrived > 0) recorder.holds(clause);
  else if (elsewhere > 0 || (isReachable && unknown === 0)) recorder.breaks(clause, missing);
  else recorder.rules(clause, 'inconclusive', missing);
  return recorder.close();
}
