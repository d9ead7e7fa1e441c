import type { RequestCase } from '../../generators/request.ts';
import { isAccepted, mayBeDone } from '../../schemas/history/states.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { Service } from './service.ts';

/**
 * Makes calls over the same orders one after the other, and returns them judged. After an answer that does not surely say
 * that its call was accepted, nothing more is asked.
 */
async function inTurn(calls: readonly (() => Promise<JudgedExchange>)[]): Promise<readonly JudgedExchange[]> {
  const judged: JudgedExchange[] = [];
  for (const call of calls) {
    const answered = await call();
    judged.push(answered);
    if (!isAccepted(answered) || mayBeDone(answered)) break;
  }
  return judged;
}

/** Sends refunds of the same payments in turn. */
export function refundInTurn(
  service: Service,
  refunds: readonly (RequestCase | JsonObject)[],
): Promise<readonly JudgedExchange[]> {
  return inTurn(refunds.map((refund) => () => service.send('refund', refund)));
}
