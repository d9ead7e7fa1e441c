import { clauseOf } from '../clauses.ts';
import { say } from '../findings/say.ts';
import type { JudgedExchange } from '../types.ts';
import type { Verdicts } from './judge-run.ts';
import { type BreachDetails, openRecorder } from './recorder.ts';

const clause = '6.1/notification/sent';

/** Whether a service notified of a payment or a payout: no exchange shows it. */
export const notificationSent = { clauses: [clause] };

/**
 * Judges whether the service sent a notification of an accepted request before the run ended (6.1). A missing one
 * counts only if the service can reach the address and the result needs no shopper.
 */
export function judgeNotified(
  { exchange, judgement }: JudgedExchange,
  { arrived, isReachable }: { readonly arrived: number; readonly isReachable: boolean },
): Verdicts {
  const recorder = openRecorder(exchange);
  const missing: BreachDetails = {
    kind: 'absent',
    path: 'notify_url',
    expected: say('notification'),
    received: say(isReachable ? 'none' : 'notification-unreachable'),
  };
  const isExpected = clauseOf(clause).operations.includes(exchange.operation);
  if (judgement.outcome !== 'accepted' || !isExpected) return recorder.close();
  if (arrived > 0) recorder.holds(clause);
  else if (isReachable) recorder.breaks(clause, missing);
  else recorder.rules(clause, 'inconclusive', missing);
  return recorder.close();
}
