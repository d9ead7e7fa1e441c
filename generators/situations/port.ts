import { answerOf } from '../../schemas/history/outcome.ts';
import { isObject } from '../../schemas/json.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import type { PaidOrder } from '../orders.ts';

/** How often a request that came too soon is followed by another one. */
export const mostFurther = 4;

/** What a request of a situation is. */
export interface About {
  /** What the evidence calls it. */
  readonly caseName?: string;
}

/** The one way from a situation to a service. What `send` throws ends the situation. */
export interface Port<How extends About = About> {
  send(operation: DocumentedOperationId, body: JsonObject, about?: How): Promise<JudgedExchange>;
  /** Most requests under way at a time; one after the other without it. */
  readonly width?: number;
}

/** The same way, on which every request is sent in one manner. */
export function portWith<How extends About>(port: Port<How>, how: How): Port {
  return {
    ...(port.width !== undefined && { width: port.width }),
    send: (operation, body, about) => port.send(operation, body, { ...about, ...how }),
  };
}

/** The body of a request as it was sent. */
export function sentBody({ exchange }: JudgedExchange): JsonObject {
  const { value } = exchange.sent;
  return isObject(value) ? value : {};
}

/** A member of an answer, when it is text that is not empty. */
export function textIn(answer: JsonValue | undefined, name: string): string | undefined {
  const value = isObject(answer) ? answer[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A subscription that a card payment opened, as its cancellation names it (2.12). */
export interface Subscription {
  readonly recurring_id: string;
  readonly contract_name: string;
}

/** What one has in hand to get a service into a situation: for whom, drawn from which seed, and what it accepted so far. */
export interface Hand {
  readonly context: MakeContext;
  readonly seed: number;
  /** How much of a payment or payout is filled in. */
  readonly shape: 'full' | 'minimal';
  /** Accepted payments, the oldest first. */
  readonly orders: readonly PaidOrder[];
  readonly subscriptions: readonly Subscription[];
}

/** The unsigned part of every body that names who asks; the searches have no other (4.4, 4.10). */
export function partyOf({ merchant_id, account_id }: MakeContext): JsonObject {
  return { merchant_id, account_id };
}

function isAcceptedPayment({ exchange, judgement }: JudgedExchange): boolean {
  return exchange.operation === 'direct-payment' && judgement.outcome === 'accepted';
}

/** The order that a card payment made, if it was accepted and the answer speaks of no other order. */
export function orderOf(judged: JudgedExchange): PaidOrder | undefined {
  return isAcceptedPayment(judged) ? orderNamed(judged) : undefined;
}

/** The order that the answer to a card payment names a transaction of, whatever became of it; nothing where it speaks of another order. */
export function orderNamed(judged: JudgedExchange): PaidOrder | undefined {
  const answer = answerOf(judged);
  const transaction_id = textIn(answer, 'transaction_id');
  if (transaction_id === undefined) return undefined;
  const { order_no, currency, amount } = sentBody(judged);
  const answered = textIn(answer, 'order_no');
  // Its transaction would be another client's.
  if (answered !== undefined && answered !== order_no) return undefined;
  return { transaction_id, order_no: String(order_no), currency: String(currency), amount: String(amount) };
}

/** The subscription that a card payment opened, if it was accepted and asked for one. */
export function subscriptionOf(judged: JudgedExchange): Subscription | undefined {
  const [answer, body] = [answerOf(judged), sentBody(judged)];
  const recurring_id = textIn(answer, 'recurring_id');
  if (!isAcceptedPayment(judged) || body.subscription === undefined || recurring_id === undefined)
    return undefined;
  const contract_name = textIn(answer, 'contract_name') ?? textIn(body.subscription, 'contract_name') ?? '';
  return { recurring_id, contract_name };
}
