import { answerOf } from '../../schemas/history/outcome.ts';
import { isObject } from '../../schemas/json.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import type { PaidOrder } from '../orders.ts';

/** Maximum number of further requests after one that came too soon. */
export const mostRetries = 4;

/** Details of a request in a situation. */
export interface RequestDetails {
  /** The case name in the evidence. */
  readonly caseName?: string;
}

/** The connection between a situation and a service. An error thrown by `send` ends the situation. */
export interface Client<How extends RequestDetails = RequestDetails> {
  send(operation: DocumentedOperationId, body: JsonObject, about?: How): Promise<JudgedExchange>;
  /** Maximum number of concurrent requests; one by default. */
  readonly width?: number;
}

/** The client with the given details added to every request. */
export function clientWith<How extends RequestDetails>(client: Client<How>, how: How): Client {
  return {
    ...(client.width !== undefined && { width: client.width }),
    send: (operation, body, about) => client.send(operation, body, { ...about, ...how }),
  };
}

/** The body of a request as sent. */
function sentBody({ exchange }: JudgedExchange): JsonObject {
  const { value } = exchange.sent;
  return isObject(value) ? value : {};
}

/** A member of an answer, if it is text and not empty. */
function textIn(answer: JsonValue | undefined, name: string): string | undefined {
  const value = isObject(answer) ? answer[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A subscription that a card payment opened, as a cancellation names it (2.12). */
export interface Subscription {
  readonly recurring_id: string;
  readonly contract_name: string;
}

/** What a situation is made from: the context, the seed, and what the service accepted so far. */
export interface TestData {
  readonly context: MakeContext;
  readonly seed: number;
  /** The shape of payments and payouts. */
  readonly shape: 'full' | 'minimal';
  /** Accepted payments, oldest first. */
  readonly orders: readonly PaidOrder[];
  readonly subscriptions: readonly Subscription[];
}

/** The members that identify the caller; without the signature, a search has no others (4.4, 4.10). */
export function partyOf({ merchant_id, account_id }: MakeContext): JsonObject {
  return { merchant_id, account_id };
}

function isAcceptedPayment({ exchange, judgement }: JudgedExchange): boolean {
  return exchange.operation === 'direct-payment' && judgement.outcome === 'accepted';
}

/** The order of an accepted card payment, unless the answer names another order. */
export function orderOf(judged: JudgedExchange): PaidOrder | undefined {
  return isAcceptedPayment(judged) ? orderNamed(judged) : undefined;
}

/** The order of a card payment, accepted or not, if its answer has a transaction and names no other order. */
export function orderNamed(judged: JudgedExchange): PaidOrder | undefined {
  const answer = answerOf(judged);
  const transaction_id = textIn(answer, 'transaction_id');
  if (transaction_id === undefined) return undefined;
  const { order_no, currency, amount } = sentBody(judged);
  const answered = textIn(answer, 'order_no');
  // The transaction would belong to another client.
  if (answered !== undefined && answered !== order_no) return undefined;
  return { transaction_id, order_no: String(order_no), currency: String(currency), amount: String(amount) };
}

/** The subscription that an accepted card payment opened, if the payment asked for one. */
export function subscriptionOf(judged: JudgedExchange): Subscription | undefined {
  const [answer, body] = [answerOf(judged), sentBody(judged)];
  const recurring_id = textIn(answer, 'recurring_id');
  if (!isAcceptedPayment(judged) || body.subscription === undefined || recurring_id === undefined)
    return undefined;
  const contract_name = textIn(answer, 'contract_name') ?? textIn(body.subscription, 'contract_name') ?? '';
  return { recurring_id, contract_name };
}
