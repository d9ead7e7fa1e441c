import { defaultContext } from '../../generators/context.ts';
import { batchOf, type PaidOrder, unknownOrders } from '../../generators/orders.ts';
import type { RequestCase } from '../../generators/request.ts';
import { sample, sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { Caller } from './caller.ts';

/** Merchant and account of every request, and another account of the same merchant. */
export const party = { merchant_id: defaultContext.merchant_id, account_id: defaultContext.account_id };
export const otherAccount = { ...party, account_id: '100001002' };

const seed = 7;

// The same seed gives the same requests, so each is drawn once for all endpoints.
const drawn = new Map<string, JsonObject>();

/** A generated request of an operation without its signature. */
export function bodyOf(
  operation: DocumentedOperationId,
  shape: 'minimal' | 'full' | 'unicode' | 'long' = 'full',
  number = 0,
): JsonObject {
  const key = `${operation} ${shape} ${number}`;
  if (!drawn.has(key)) {
    const made = sampleOne(validRequest(operation, defaultContext, shape), seed + number);
    const { encryption_data: _unsigned, ...body } = made.body;
    drawn.set(key, body);
  }
  return structuredClone(drawn.get(key) ?? {});
}

const drawnPayments = new Map<number, readonly RequestCase[]>();

function paymentsOf(count: number): readonly RequestCase[] {
  const known =
    drawnPayments.get(count) ??
    sample(validRequest('direct-payment', defaultContext, 'minimal'), seed, count);
  drawnPayments.set(count, known);
  return structuredClone(known);
}

/** A payment request that uses every feature: subscription, stored card, 3-D Secure, notification. */
export function featuredPayment(order_no: string): JsonObject {
  return { ...bodyOf('direct-payment'), order_no, token_flag: 'YES', notify_url: 'http://192.0.2.1/notify' };
}

/** Makes plain card payments and returns what was paid. */
export async function pay(
  caller: Caller,
  count: number,
  tag: string,
  who: JsonObject = {},
): Promise<PaidOrder[]> {
  const paid: PaidOrder[] = [];
  for (const [at, { body }] of paymentsOf(count).entries()) {
    const { encryption_data: _signature, ...unsigned } = body;
    const order = { ...unsigned, ...who, order_no: `${tag}-${at}`, amount: `${at + 10}.25` };
    paid.push(...paidOrder(await caller.send('direct-payment', order)));
  }
  return paid;
}

/** The order of a card payment that was answered with a transaction. */
function paidOrder({ exchange, judgement }: JudgedExchange): PaidOrder[] {
  const { transaction_id } = ((judgement.answer as JsonObject | undefined)?.respon ?? {}) as JsonObject;
  const { order_no, currency, amount } = exchange.sent.value as JsonObject;
  if (typeof transaction_id !== 'string') return [];
  return [{ transaction_id, order_no: String(order_no), currency: String(currency), amount: String(amount) }];
}

/** A batch over paid or unknown orders, without its signature; refunds are of a tenth unless told otherwise. */
export function batch(
  operation: DocumentedOperationId,
  orders: readonly PaidOrder[],
  part = 0.1,
): JsonObject {
  const { encryption_data: _unsigned, ...body } = batchOf(operation, orders, defaultContext, seed, {
    part,
  }).body;
  return body;
}

async function callBatch(caller: Caller, operation: DocumentedOperationId): Promise<void> {
  const { limit = 0 } = operationOf(operation).batch ?? {};
  const orders = await pay(caller, 3, `${operation}-order`);
  const inDollars = await pay(caller, 1, `${operation}-in-dollars`, { currency: 'USD' });
  await caller.send(operation, batch(operation, inDollars));
  const [first] = orders;
  await caller.send(operation, batch(operation, orders.slice(0, 1)));
  await caller.send(operation, batch(operation, orders));
  await caller.send(operation, batch(operation, unknownOrders(2, seed)));
  await caller.send(operation, batch(operation, [...orders, ...unknownOrders(2, seed)]));
  if (first === undefined) return;
  const many = (count: number) => Array.from({ length: count }, () => first);
  for (const count of [37, limit]) await caller.send(operation, batch(operation, many(count), 0.001));
  await caller.send(operation, batch(operation, many(limit + 1), 0.001), { intent: 'odd' });
  if (operation === 'refund') {
    await caller.send(operation, batch(operation, orders));
    await caller.send(operation, batch(operation, orders, 3));
    // The whole of a payment, twice, with values like those of the samples.
    const whole = (await pay(caller, 1, 'refund-twice')).map((order) => ({
      ...order,
      refund_amount: order.amount,
      refund_reason: 'returned',
    }));
    for (let time = 0; time < 2; time += 1) await caller.send(operation, { ...party, refund_orders: whole });
  }
  await caller.send(
    operation,
    { ...party, [operationOf(operation).batch?.field ?? '']: 'none' },
    { intent: 'odd' },
  );
}

async function callPlain(caller: Caller, operation: DocumentedOperationId): Promise<void> {
  for (const shape of ['minimal', 'full', 'unicode', 'long'] as const)
    await caller.send(operation, bodyOf(operation, shape));
  for (const number of [1, 2, 3]) await caller.send(operation, bodyOf(operation, 'minimal', number));
  if (operation === 'direct-payment') {
    await caller.send(operation, featuredPayment('featured'));
    await caller.send(operation, { ...bodyOf(operation), card: '4000000000000002', order_no: 'declined' });
  }
  await caller.send(operation, { ...bodyOf(operation), amount: 12, payment_amount: 12 }, { intent: 'odd' });
  if (operation === 'apm-payment')
    await caller.send(operation, { ...bodyOf(operation), handling: '' }, { intent: 'odd' });
  if (operation === 'payout') {
    const { payer } = bodyOf(operation);
    await caller.send(operation, {
      ...bodyOf(operation),
      payer: { ...(payer as JsonObject), entity_type: 'COMPANY', company_name: 'Harbour Trading Ltd' },
    });
  }
}

async function callSearch(caller: Caller, operation: DocumentedOperationId): Promise<void> {
  await caller.send(operation, party);
  const orders = await pay(caller, 3, `${operation}-found`);
  orders.push(...(await pay(caller, 1, `${operation}-in-dollars`, { currency: 'USD' })));
  await caller.send('direct-payment', featuredPayment(`${operation}-featured`));
  await caller.send('refund', batch('refund', orders));
  await caller.send('refund', batch('refund', orders));
  await pay(caller, 1, `${operation}-elsewhere`, otherAccount).then((others) =>
    caller.send('refund', { ...batch('refund', others), ...otherAccount }),
  );
  await caller.send(operation, party);
  await caller.send(operation, party, { encoding: 'json' });
  await caller.send(operation, { ...party, merchant_id: 12 }, { intent: 'odd', encoding: 'json' });
}

async function callSubscription(caller: Caller): Promise<void> {
  const judged = await caller.send('direct-payment', featuredPayment('subscribed'));
  const { recurring_id = '', contract_name = '' } = ((judged.judgement.answer as JsonObject | undefined)
    ?.respon ?? {}) as JsonObject;
  await caller.send('cancel-subscription', { ...party, recurring_id: 'S00000000', contract_name });
  await caller.send('cancel-subscription', { ...party, recurring_id, contract_name });
  await caller.send('query', party);
  await caller.send(
    'cancel-subscription',
    { ...party, recurring_id, contract_name, merchant_id: 12 },
    { intent: 'odd', encoding: 'json' },
  );
}

/** Puts one operation into the situations that its faults need. */
export async function callAround(caller: Caller, operation: DocumentedOperationId): Promise<void> {
  const { batch: entries, lists } = operationOf(operation);
  if (entries !== undefined) await callBatch(caller, operation);
  else if (lists !== undefined) await callSearch(caller, operation);
  else if (operation === 'cancel-subscription') await callSubscription(caller);
  else await callPlain(caller, operation);
}

/** A body that the plain endpoint accepts from an account, after the payments that it needs. */
export async function rightBody(
  caller: Caller,
  operation: DocumentedOperationId,
  who: JsonObject = party,
): Promise<JsonObject> {
  if (operationOf(operation).batch !== undefined)
    return { ...batch(operation, await pay(caller, 2, `${operation}-right`, who)), ...who };
  if (operation === 'cancel-subscription') {
    const judged = await caller.send('direct-payment', { ...featuredPayment('twin-subscribed'), ...who });
    const { recurring_id = '', contract_name = '' } = ((judged.judgement.answer as JsonObject | undefined)
      ?.respon ?? {}) as JsonObject;
    return { ...who, recurring_id, contract_name };
  }
  return operationOf(operation).lists === undefined ? { ...bodyOf(operation), ...who } : who;
}
