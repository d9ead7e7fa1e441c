import type { RequestCase } from '../../generators/request.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { Service } from './service.ts';

/**
 * Makes calls over the same orders one after the other, and returns them judged. After an answer that leaves open what
 * became of an order, nothing more is asked.
 */
export async function inTurn(
  service: Pick<Service, 'leftOpen'>,
  calls: readonly (() => Promise<JudgedExchange>)[],
): Promise<readonly JudgedExchange[]> {
  const judged: JudgedExchange[] = [];
  for (const call of calls) {
    const answered = await call();
    judged.push(answered);
    if (service.leftOpen(answered).length > 0) break;
  }
  return judged;
}

/** Sends refunds of the same payments in turn. */
export function refundInTurn(
  service: Service,
  refunds: readonly (RequestCase | JsonObject)[],
): Promise<readonly JudgedExchange[]> {
  return inTurn(
    service,
    refunds.map((refund) => () => service.send('refund', refund)),
  );
}
