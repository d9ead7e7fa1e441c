import { answerOf } from '../schemas/answer-of.ts';
import type { JsonObject, JudgedExchange } from '../schemas/types.ts';
import type { PaidOrder } from './orders.ts';

/** The order of an accepted card payment, or nothing when it was not accepted or the answer speaks of another order. */
export function paidOrder(judged: JudgedExchange): PaidOrder | undefined {
  if (judged.judgement.outcome !== 'accepted') return undefined;
  const order = judged.exchange.sent.value as JsonObject;
  const { transaction_id, order_no: answered } = answerOf(judged);
  const { order_no, currency, amount } = order;
  if (typeof transaction_id !== 'string' || typeof order_no !== 'string') return undefined;
  // Its transaction would be somebody else's.
  if (typeof answered === 'string' && answered !== order_no) return undefined;
  return { transaction_id, order_no, currency: String(currency), amount: String(amount) };
}
