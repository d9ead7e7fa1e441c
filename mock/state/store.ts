import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';

/** Sets a value in a map, and drops the oldest key if the map then holds more than `most`. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.set(key, value);
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

/** Appends to a list that keeps at least its newest `most` values; it is cut only at twice that length. */
function append<Value>(list: Value[], value: Value, most: number): void {
  list.push(value);
  if (list.length > most * 2) list.splice(0, list.length - most);
}

/** The newest values of a list, newest first. */
export function newest<Value>(list: readonly Value[], most: number): Value[] {
  return list.slice(Math.max(0, list.length - most)).reverse();
}

/** A subscription that a payment started (2.4); a cancellation sets `active` to false. */
export interface Subscription {
  readonly recurring_id: string;
  readonly contract_name: string;
  readonly recurring_deduction_period: string;
  readonly startedAt: Date;
  active: boolean;
  /** Number of charges so far, without the first payment. */
  charges: number;
}

/** One refund of an order; `number` counts from 1 within the transaction. */
export interface Refund {
  readonly order: Order;
  readonly number: number;
  readonly refund_reference_id: string;
  readonly refund_reference: string;
  readonly refund_amount: string;
  readonly refund_reason: string;
  readonly refundedAt: Date;
}

/** The stored data of one payment. */
export interface Order {
  readonly merchant_id: string;
  readonly account_id: string;
  readonly order_no: string;
  readonly transaction_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly operation: DocumentedOperationId;
  readonly digest: string;
  readonly takenAt: Date;
  readonly website: string;
  readonly shopper_email: string;
  readonly shopper_phone: string;
  readonly delivery: JsonObject;
  readonly secured3d: boolean;
  readonly notify_url?: string;
  /** Where the hosted page sends the browser of the shopper. */
  readonly return_url?: string;
  readonly subscription?: Subscription;
  /** `open` until the shopper completes the hosted page. */
  stage: 'open' | 'paid' | 'declined';
  captured: boolean;
  cancelled: boolean;
  /** The last `review_flag`. */
  review?: string;
  refunded: string;
  refunds: number;
}

/** Estimated size of an order in characters. */
function estimatedSize(order: Order): number {
  let weight =
    400 +
    order.order_no.length +
    order.website.length +
    order.shopper_email.length +
    order.shopper_phone.length;
  for (const value of Object.values(order.delivery)) if (typeof value === 'string') weight += value.length;
  weight += (order.notify_url?.length ?? 0) + (order.subscription?.contract_name.length ?? 0);
  return weight;
}

/** Limits of the memory of one world; the oldest values are dropped first. */
export const bounds = {
  /** Payments of all merchants together. */
  orders: 4_000,
  /** Characters of these payments together, about 2 bytes each. */
  characters: 16_000_000,
  /** Payments and refunds of one account that a search can list; more than the limit of section 8. */
  listed: 128,
  subscriptions: 2_000,
  /** Order and request numbers whose uses are counted. */
  repetitions: 20_000,
  tokens: 2_000,
} as const;

/** The data of one account of one merchant; it contains nothing of other accounts. */
export interface Account {
  readonly orders: Map<string, Order>;
  /** Newest last. */
  readonly latest: Order[];
  /** Newest last. */
  refunds: Refund[];
}

/** The memory of one world. */
export interface Store {
  readonly accounts: Map<string, Account>;
  readonly orders: Map<Order, string>;
  /** Key: account and `recurring_id`. */
  readonly subscriptions: Map<string, Subscription>;
  readonly repetitions: Map<string, number>;
  /** Masked card; key: account and token. */
  readonly tokens: Map<string, string>;
  /** Memory of a change. */
  readonly memo: Map<string, number>;
  weight: number;
}

/** Opens an empty store. */
export function createStore(): Store {
  return {
    accounts: new Map(),
    orders: new Map(),
    subscriptions: new Map(),
    repetitions: new Map(),
    tokens: new Map(),
    memo: new Map(),
    weight: 0,
  };
}

/** Clears a store. */
export function emptyStore(store: Store): void {
  for (const held of Object.values(store)) if (held instanceof Map) held.clear();
  store.weight = 0;
}

/** The account with this key; an empty one that is not stored if it has no payments. */
export function accountOf(store: Store, key: string): Account {
  return store.accounts.get(key) ?? { orders: new Map(), latest: [], refunds: [] };
}

/** Stores a payment, and drops the oldest ones above the limits. */
export function keepOrder(store: Store, key: string, order: Order): void {
  const account = accountOf(store, key);
  store.accounts.set(key, account);
  account.orders.set(order.transaction_id, order);
  append(account.latest, order, bounds.listed);
  store.orders.set(order, key);
  store.weight += estimatedSize(order);
  while (store.orders.size > bounds.orders || (store.weight > bounds.characters && store.orders.size > 1))
    dropOldest(store);
}

/** Stores a refund for the refund search. */
export function keepRefund(account: Account, refund: Refund): void {
  append(account.refunds, refund, bounds.listed);
}

/** Stores a subscription of an account. */
export function keepSubscription(store: Store, key: string, subscription: Subscription): void {
  setBounded(store.subscriptions, `${key} ${subscription.recurring_id}`, subscription, bounds.subscriptions);
}

/** The subscription of an account, or undefined. */
export function findSubscription(store: Store, key: string, recurringId: string): Subscription | undefined {
  return store.subscriptions.get(`${key} ${recurringId}`);
}

/** Returns how often the name was used in the account before, and counts this use. */
export function countRepetition(store: Store, key: string, name: string): number {
  const place = `${key} ${name}`;
  const times = store.repetitions.get(place) ?? 0;
  setBounded(store.repetitions, place, times + 1, bounds.repetitions);
  return times;
}

function dropOldest(store: Store): void {
  const oldest = store.orders.entries().next();
  if (oldest.done) return;
  const [order, key] = oldest.value;
  store.orders.delete(order);
  store.weight -= estimatedSize(order);
  const account = store.accounts.get(key);
  if (account === undefined) return;
  account.orders.delete(order.transaction_id);
  // Lists have the order of storing, so the dropped order can only be first.
  if (account.latest[0] === order) account.latest.shift();
  if (order.refunds > 0) account.refunds = account.refunds.filter((refund) => refund.order !== order);
  // Also removes the lists of an account that has no payments left.
  if (account.orders.size === 0) store.accounts.delete(key);
}
