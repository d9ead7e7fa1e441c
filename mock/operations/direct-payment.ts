import { given } from '../../schemas/given.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { daysAfter, writeDateTime } from '../calendar.ts';
import { decliningCards, isCardNumber, maskCard } from '../card.ts';
import { digestOf, identifierFrom, numberFrom } from '../derive.ts';
import { compareAmounts } from '../money.ts';
import { noticeOf } from '../notices.ts';
import type { Problem } from '../refusal.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import { keep } from '../state/bounded.ts';
import type { Order } from '../state/order.ts';
import { bounds } from '../state/store.ts';
import { type Desk, keyOf } from './desk.ts';
import { echoSignature, party } from './echo.ts';
import { bookOrder, digestOfPayment, missingForPayment, orderOf, unwritable } from './payment.ts';
import { textOf } from './request-member.ts';

/** Takes a card payment (4.1) and answers with the result of 2.6, approved or declined. */
export function directPayment(request: JsonObject, desk: Desk): Reply | Refusal {
  const missing = missingForPayment(request) ?? missingCard(request) ?? unwritable(request);
  if (missing !== undefined) return refusal('incomplete', missing, request);
  const card = cardOf(request, desk);
  const problem = desk.manner.decide.decline(request, declineOf(request, card));
  const digest = digestOfPayment(desk, request);
  const order = orderOf(
    'direct-payment',
    request,
    digest,
    problem === undefined ? 'paid' : 'declined',
    desk.manner.decide,
  );
  bookOrder(desk, request, order);
  desk.notices.push(...noticeOf(order, desk.manner));
  const value = resultOf(request, order, card, problem, desk);
  return { form: 'xml', root: 'respon', status: 200, accepted: true, value };
}

function missingCard(request: JsonObject): string | undefined {
  if (textOf(request, 'card') !== '' || textOf(request, 'token_id') !== '') return undefined;
  return 'card is missing, and so is a token_id of a stored card';
}

interface PaidWith {
  /** Absent when there is nothing that could be shown. */
  readonly masked?: string;
  /** Absent when a stored card was used. */
  readonly number?: string;
}

function cardOf(request: JsonObject, desk: Desk): PaidWith {
  const number = textOf(request, 'card');
  const masked =
    number === ''
      ? desk.store.tokens.get(`${keyOf(desk, request)} ${textOf(request, 'token_id')}`)
      : maskCard(number);
  return { ...given({ masked }), ...(number === '' ? {} : { number }) };
}

function declineOf(request: JsonObject, { number, masked }: PaidWith): Problem | undefined {
  if (number === undefined) {
    return masked === undefined ? { code: '2108', text: 'token_id names no stored card' } : undefined;
  }
  if (!isCardNumber(number)) return { code: '2101', text: 'card is not a card number' };
  const month = textOf(request, 'expiration_month');
  if (month !== '' && !/^(?:0?[1-9]|1[0-2])$/.test(month))
    return { code: '2102', text: 'expiration_month is not a month' };
  if (compareAmounts(textOf(request, 'amount'), '0.00') === 0)
    return { code: '2103', text: 'amount is zero' };
  return decliningCards[number];
}

function resultOf(
  request: JsonObject,
  order: Order,
  card: PaidWith,
  problem: Problem | undefined,
  desk: Desk,
): JsonObject {
  const { words } = desk.manner;
  const risk = String(numberFrom(order.digest, 32, 60));
  return {
    ...party(request),
    order_no: order.order_no,
    amount: order.amount,
    currency: order.currency,
    transaction_id: order.transaction_id,
    ...given({ card: card.masked }),
    order_status: problem === undefined ? words.order.approved : words.order.declined,
    result_info: problem === undefined ? words.order.result : `${problem.code}:${problem.text}`,
    ...subscriptionFields(order),
    note: textOf(request, 'note'),
    ...tokenFields(request, card, desk),
    connector: 'embedded',
    threeds_result: order.secured3d ? 'authenticated' : 'not requested',
    risk_action: problem === undefined ? 'accept' : 'decline',
    risk_score: risk,
    risk_reasons: { name: 'velocity', status: 'low' },
    encryption_data: echoSignature(request),
  };
}

function subscriptionFields({ subscription }: Order): JsonObject {
  if (subscription === undefined) return {};
  return {
    contract_name: subscription.contract_name,
    recurring_id: subscription.recurring_id,
    recurring_deduction_period: subscription.recurring_deduction_period,
    recurring_deduction_time: writeDateTime(daysAfter(subscription.startedAt, 30)),
  };
}

// A card is stored when token_flag asks for it; NO is the one value shown (2.2).
function tokenFields(request: JsonObject, card: PaidWith, desk: Desk): JsonObject {
  const used = textOf(request, 'token_id');
  if (used !== '') return { token_id: used };
  const flag = textOf(request, 'token_flag');
  if (flag === '' || flag.toUpperCase() === 'NO' || card.number === undefined || card.masked === undefined)
    return {};
  const key = keyOf(desk, request);
  const token = identifierFrom('C', digestOf('token', key, card.number));
  keep(desk.store.tokens, `${key} ${token}`, card.masked, bounds.tokens);
  return { token_id: token };
}
