import { answerOf } from '../schemas/answer-of.ts';
import type { JsonObject, JudgedExchange } from '../schemas/types.ts';
import type { PaidOrder } from './orders.ts';
import { orderOf } from './situations/hand.ts';

/** The order of an accepted card payment, or nothing when it was not accepted or the answer speaks of another order. */
export function paidOrder(judged: JudgedExchange): PaidOrder | undefined {
  const body = judged.exchange.sent.value as JsonObject;
  return orderOf(body, { outcome: judged.judgement.outcome, answer: answerOf(judged) });
}
