import { defined } from '../../schemas/defined.ts';
import { objectOf } from '../../schemas/json.ts';
import { passesLuhn } from '../../schemas/luhn.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Decisions } from '../behaviour.ts';
import { daysAfter, digestOf, identifierFrom, momentFrom, numberFrom, writeDateTime } from '../derive.ts';
import { compareAmounts, isAmount } from '../money.ts';
import { noticeOf } from '../notify.ts';
import { redirectPage } from '../pages/redirect-page.ts';
import { type Problem, type Refusal, type Reply, refusal, textOf } from '../reply.ts';
import {
  bounds,
  countRepetition,
  keepOrder,
  keepSubscription,
  type Order,
  type Subscription,
  setBounded,
} from '../state/store.ts';
import { fitsXml } from '../write/xml.ts';
import { answeredInXml, echoSignature, type HandlerContext, keyOf, party } from './handler-context.ts';

/** Published test card numbers that the endpoint declines, each with its code and text. */
export const decliningCards: Readonly<Record<string, { readonly code: string; readonly text: string }>> =
  table({
    '4000000000000002': { code: '2105', text: 'the issuer does not honour this card' },
    '4000000000009995': { code: '2106', text: 'insufficient funds' },
    '4000000000000069': { code: '2107', text: 'the card has expired' },
  });

/** Returns whether a text is a card number of 11 to 19 digits with a valid check digit. */
export function isCardNumber(text: string): boolean {
  return /^[0-9]{11,19}$/.test(text) && passesLuhn(text);
}

/** The masked form of 2.6: first six digits, asterisks, last four; undefined if the number is too short. */
export function maskCard(card: string): string | undefined {
  const digits = card.replace(/\D/g, '');
  if (digits.length < 11) return undefined;
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}

type Identifier = Decisions['identifier'];

/** The digest for the id and dates of a payment: merchant, account, order_no, and the number of earlier uses. */
function digestOfPayment(request: JsonObject, times: number): string {
  const names = ['merchant_id', 'account_id', 'order_no'].map((name) => textOf(request, name));
  return digestOf('payment', ...names, String(times));
}

/** The transaction_id of the payment with this digest. */
function paymentId(digest: string, identifier: Identifier): string {
  return identifier('T', digest);
}

/** The recurring_id of the subscription that the payment with this digest starts. */
function subscriptionId(digest: string, identifier: Identifier): string {
  return identifier('S', digestOf('subscription', digest));
}

/** Why no payment can be made from a request, or undefined; 2.14 does not show the required fields. */
function missingForPayment(request: JsonObject): string | undefined {
  for (const name of ['order_no', 'currency', 'amount']) {
    if (textOf(request, name) === '') return `${name} is missing, and no payment is made without it`;
  }
  return isAmount(textOf(request, 'amount')) ? undefined : 'amount is too long to calculate with';
}

/** Which text of a payment request cannot be repeated in an XML answer (2.6, 2.7). */
export function unwritable(request: JsonObject): string | undefined {
  const { contract_name = '' } = objectOf(request.subscription);
  const repeated = ['merchant_id', 'account_id', 'order_no', 'currency', 'note', 'token_id'].map(
    (name) => [name, textOf(request, name)] as const,
  );
  const found = [...repeated, ['contract_name', String(contract_name)] as const].find(
    ([, text]) => !fitsXml(text),
  );
  return found === undefined ? undefined : `${found[0]} holds a character that XML cannot carry`;
}

/** Builds the record of a payment. */
export function orderOf(
  operation: DocumentedOperationId,
  request: JsonObject,
  digest: string,
  stage: Order['stage'],
  { identifier }: Pick<Decisions, 'identifier'>,
): Order {
  const text = (name: string) => textOf(request, name);
  const takenAt = momentFrom(digest);
  const subscription =
    stage === 'declined' ? undefined : subscriptionOf(request, digest, takenAt, identifier);
  const return_url = [text('return_url'), text('website')].find((address) => /^https?:\/\//i.test(address));
  return {
    merchant_id: text('merchant_id'),
    account_id: text('account_id'),
    order_no: text('order_no'),
    transaction_id: paymentId(digest, identifier),
    currency: text('currency'),
    amount: text('amount'),
    operation,
    digest,
    takenAt,
    website: text('website'),
    shopper_email: text('shopper_email'),
    shopper_phone: text('shopper_phone'),
    delivery: deliveryOf(request),
    secured3d: text('open3d') !== '',
    ...(text('notify_url') === '' ? {} : { notify_url: text('notify_url') }),
    ...defined({ return_url, subscription }),
    stage,
    captured: false,
    cancelled: false,
    refunded: '0.00',
    refunds: 0,
  };
}

/** Creates the order of a payment and stores it with its subscription, if any. */
function createOrder(
  operation: DocumentedOperationId,
  request: JsonObject,
  { behaviour: { decide }, store }: HandlerContext,
  stage: Order['stage'],
): Order {
  const key = decide.accountKey(textOf(request, 'merchant_id'), textOf(request, 'account_id'));
  const times = countRepetition(store, key, `order ${textOf(request, 'order_no')}`);
  const order = orderOf(operation, request, digestOfPayment(request, times), stage, decide);
  if (!decide.remembers) return order;
  keepOrder(store, key, order);
  if (order.subscription !== undefined) keepSubscription(store, key, order.subscription);
  return order;
}

const deliveryNames = [
  'delivery_address',
  'delivery_city',
  'delivery_country',
  'delivery_firstname',
  'delivery_lastname',
  'delivery_postal_code',
  'delivery_state',
];

function deliveryOf(request: JsonObject): JsonObject {
  return Object.fromEntries(deliveryNames.map((name) => [name, textOf(request, name)]));
}

function subscriptionOf(
  request: JsonObject,
  digest: string,
  startedAt: Date,
  identifier: Identifier,
): Subscription | undefined {
  if (request.subscription === undefined) return undefined;
  const terms = objectOf(request.subscription);
  const every = textOf(terms, 'interval_count') || '1';
  return {
    recurring_id: subscriptionId(digest, identifier),
    contract_name: textOf(terms, 'contract_name'),
    recurring_deduction_period: `${every} ${textOf(terms, 'interval') || 'day'}`,
    startedAt,
    active: true,
    charges: 0,
  };
}

/** Takes a card payment (4.1) and answers with the result of 2.6, approved or declined. */
export function directPayment(request: JsonObject, context: HandlerContext): Reply | Refusal {
  const missing = missingForPayment(request) ?? missingCard(request) ?? unwritable(request);
  if (missing !== undefined) return refusal('incomplete', missing, request);
  const card = cardOf(request, context);
  const problem = context.behaviour.decide.decline(request, declineOf(request, card));
  const order = createOrder('direct-payment', request, context, problem === undefined ? 'paid' : 'declined');
  context.notices.push(...noticeOf(order, context.behaviour));
  return {
    ...answeredInXml(resultOf(request, order, card, problem, context)),
    declined: problem !== undefined,
  };
}

function missingCard(request: JsonObject): string | undefined {
  if (textOf(request, 'card') !== '' || textOf(request, 'token_id') !== '') return undefined;
  return 'card is missing, and so is a token_id of a stored card';
}

interface PaidWith {
  /** Absent if no card can be shown. */
  readonly masked?: string;
  /** Absent if a stored card was used. */
  readonly number?: string;
}

function cardOf(request: JsonObject, context: HandlerContext): PaidWith {
  const number = textOf(request, 'card');
  const masked =
    number === ''
      ? context.store.tokens.get(`${keyOf(context, request)} ${textOf(request, 'token_id')}`)
      : maskCard(number);
  return { ...defined({ masked }), ...(number === '' ? {} : { number }) };
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
  context: HandlerContext,
): JsonObject {
  const { words } = context.behaviour;
  const risk = String(numberFrom(order.digest, 32, 60));
  return {
    ...party(request),
    order_no: order.order_no,
    amount: order.amount,
    currency: order.currency,
    transaction_id: order.transaction_id,
    ...defined({ card: card.masked }),
    order_status: problem === undefined ? words.order.approved : words.order.declined,
    result_info: problem === undefined ? words.order.result : `${problem.code}:${problem.text}`,
    ...subscriptionFields(order),
    note: textOf(request, 'note'),
    ...tokenFields(request, card, context),
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

// `token_flag` requests the storage of the card; the only value shown is NO (2.2).
function tokenFields(request: JsonObject, card: PaidWith, context: HandlerContext): JsonObject {
  const used = textOf(request, 'token_id');
  if (used !== '') return { token_id: used };
  const flag = textOf(request, 'token_flag');
  if (flag === '' || flag.toUpperCase() === 'NO' || card.number === undefined || card.masked === undefined)
    return {};
  const key = keyOf(context, request);
  const token = identifierFrom('C', digestOf('token', key, card.number));
  setBounded(context.store.tokens, `${key} ${token}`, card.masked, bounds.tokens);
  return { token_id: token };
}

/** Opens an alternative payment (4.2); the `issuer_url` of its answer leads to a page of this endpoint. */
export function apmPayment(request: JsonObject, context: HandlerContext): Reply | Refusal {
  const missing = missingForPayment(request) ?? missingMethod(request) ?? unwritable(request);
  if (missing !== undefined) return refusal('incomplete', missing, request);
  const order = createOrder('apm-payment', request, context, 'open');
  const issuer_url = `${context.base}/v1/checkout/issuer?merchant_id=${encodeURIComponent(order.merchant_id)}&account_id=${encodeURIComponent(order.account_id)}&transaction_id=${order.transaction_id}`;
  return answeredInXml({
    ...party(request),
    order_no: order.order_no,
    amount: order.amount,
    currency: order.currency,
    issuer_url,
    encryption_data: echoSignature(request),
  });
}

function missingMethod(request: JsonObject): string | undefined {
  return textOf(request, 'payment_method') === ''
    ? 'payment_method is missing, and so are card data'
    : undefined;
}

/** Opens a hosted payment (4.3); its answer is a page that posts to the checkout path (2.8). */
export function redirectPayment(request: JsonObject, context: HandlerContext): Reply | Refusal {
  const missing = missingForPayment(request);
  if (missing !== undefined) return refusal('incomplete', missing, request);
  const order = createOrder('redirect-payment', request, context, 'open');
  return {
    form: 'page',
    status: 200,
    accepted: true,
    page: redirectPage(request, order, context.base, context.prefix),
  };
}
