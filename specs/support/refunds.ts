import type { RequestCase } from '../../generators/request.ts';
import { isAccepted, mayBeDone } from '../../schemas/history/states.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { Service } from './service.ts';

/**
 * Sends refunds of one payment one after the other, and returns them judged. After an answer that does not surely say
 * that its refund was accepted, nothing more is asked over the payment.
 */
export async function refundInTurn(
  service: Service,
  refunds: readonly (RequestCase | JsonObject)[],
): Promise<readonly JudgedExchange[]> {
  const judged: JudgedExchange[] = [];
  for (const refund of refunds) {
    const answered = await service.send('refund', refund);
    judged.push(answered);
    if (!isAccepted(answered) || mayBeDone(answered)) break;
  }
  return judged;
}
