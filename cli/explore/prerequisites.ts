import { batchOf } from '../../generators/orders.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { answerOf } from '../../schemas/answer-of.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Wish } from './cases.ts';
import { takeOrders } from './paid-orders.ts';
import type { Session } from './session.ts';

/** A subscription that a payment opened a moment ago (2.12), when the target and the service allow it. */
export async function subscribe(
  session: Session,
  wanted: Wish['orders'],
): Promise<{ body: JsonObject; note: string }> {
  const refusal = wanted === 'unknown' ? 'no payment was wanted' : session.refusal('direct-payment');
  const none = (reason: string) => ({
    body: {},
    note: `the subscription is unknown to the service: ${reason}`,
  });
  if (refusal !== undefined) return none(refusal);
  const [payment] = sample(
    validRequest('direct-payment', session.context, 'full'),
    deriveSeed(session.settings.seed, 'explore', 'subscribe'),
    1,
  );
  try {
    const paid = await session.send(
      'direct-payment',
      { ...payment?.body, order_no: session.orderNumber() },
      { intent: 'valid', caseName: 'full' },
    );
    const { recurring_id, contract_name } = answerOf(paid);
    if (typeof recurring_id !== 'string' || recurring_id === '') return none('the payment returned none');
    const body = { recurring_id, ...(typeof contract_name === 'string' ? { contract_name } : {}) };
    return { body, note: 'a card payment with a subscription made first' };
  } catch (error) {
    if (isRefusedSend(error)) return none(error.message);
    throw error;
  }
}

/** Gives the embedded endpoint something to list, since it starts empty; other targets are left as they are. */
export async function fillLists(session: Session, operation: DocumentedOperationId): Promise<string[]> {
  if (session.settings.target.environment !== 'embedded') return [];
  const { orders, note } = await takeOrders(session, 2, 'paid');
  if (operation !== 'refund-search') return [note];
  const refund = batchOf(
    'refund',
    orders,
    session.context,
    deriveSeed(session.settings.seed, 'explore', 'fill'),
  );
  await session.send('refund', refund.body, { intent: 'valid', caseName: refund.name });
  return [note, 'both refunded'];
}
