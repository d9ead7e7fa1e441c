import { given } from '../../schemas/given.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { momentFrom } from '../calendar.ts';
import { digestOf, identifierFrom } from '../derive.ts';
import type { Decisions } from '../manner.ts';
import { isAmount } from '../money.ts';
import type { Order, Subscription } from '../state/order.ts';
import { countRepetition, keepOrder, keepSubscription } from '../state/store.ts';
import { fitsXml } from '../write/xml.ts';
import { type Desk, keyOf } from './desk.ts';
import { objectOf, textOf } from './request-member.ts';

type Identifier = Decisions['identifier'];

/** The digest from which a payment takes its id and dates: merchant, account, order_no, and how often that came before. */
export function digestOfPayment(desk: Desk, request: JsonObject): string {
  const name = textOf(request, 'order_no');
  const times = countRepetition(desk.store, keyOf(desk, request), `order ${name}`);
  return paymentDigest(textOf(request, 'merchant_id'), textOf(request, 'account_id'), name, times);
}

/** The digest of a payment whose order_no came that often before. */
export function paymentDigest(merchant: string, account: string, order_no: string, times: number): string {
  return digestOf('payment', merchant, account, order_no, String(times));
}

/** The transaction_id of the payment with a digest. */
export function paymentId(digest: string, identifier: Identifier = identifierFrom): string {
  return identifier('T', digest);
}

/** The recurring_id of the subscription that the payment with a digest starts. */
export function subscriptionId(digest: string, identifier: Identifier = identifierFrom): string {
  return identifier('S', digestOf('subscription', digest));
}

/** Says what a payment request leaves out that no payment can be made without; 2.14 does not show what is required. */
export function missingForPayment(request: JsonObject): string | undefined {
  for (const name of ['order_no', 'currency', 'amount']) {
    if (textOf(request, name) === '') return `${name} is missing, and no payment is made without it`;
  }
  return isAmount(textOf(request, 'amount')) ? undefined : 'amount is too long to calculate with';
}

/** Says which text of a payment request could not come back in an XML answer (2.6, 2.7). */
export function unwritable(request: JsonObject): string | undefined {
  const { contract_name = '' } = objectOf(request, 'subscription');
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
    ...given({ return_url, subscription }),
    stage,
    captured: false,
    cancelled: false,
    refunded: '0.00',
    refunds: 0,
  };
}

/** Keeps a payment and the subscription that it starts. */
export function bookOrder(desk: Desk, request: JsonObject, order: Order): void {
  if (!desk.manner.decide.remembers) return;
  const key = keyOf(desk, request);
  keepOrder(desk.store, key, order);
  if (order.subscription !== undefined) keepSubscription(desk.store, key, order.subscription);
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
  const terms = objectOf(request, 'subscription');
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
