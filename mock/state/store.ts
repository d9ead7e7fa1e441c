import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';

/** Puts a value into a map that forgets its oldest key once it holds more than `most`. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.set(key, value);
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

/** Appends to a list that holds its newest `most` values, cutting it only now and then. */
function append<Value>(list: Value[], value: Value, most: number): void {
  list.push(value);
  if (list.length > most * 2) list.splice(0, list.length - most);
}

/** The newest values of a list, newest first. */
export function newest<Value>(list: readonly Value[], most: number): Value[] {
  return list.slice(Math.max(0, list.length - most)).reverse();
}

/** A subscription that a payment started (2.4); `active` ends with a cancellation. */
export interface Subscription {
  readonly recurring_id: string;
  readonly contract_name: string;
  readonly recurring_deduction_period: string;
  readonly startedAt: Date;
  active: boolean;
  /** Deductions made so far, the first payment not counted. */
  charges: number;
}

/** One refund of an order; `number` counts from 1 within its transaction. */
export interface Refund {
  readonly order: Order;
  readonly number: number;
  readonly refund_reference_id: string;
  readonly refund_reference: string;
  readonly refund_amount: string;
  readonly refund_reason: string;
  readonly refundedAt: Date;
}

/** What the endpoint keeps of one payment. */
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
  /** Where the hosted page sends the shopper's browser. */
  readonly return_url?: string;
  readonly subscription?: Subscription;
  /** `open` until the shopper has paid on a hosted page. */
  stage: 'open' | 'paid' | 'declined';
  captured: boolean;
  cancelled: boolean;
  /** The last `review_flag`. */
  review?: string;
  refunded: string;
  refunds: number;
}

/** Characters that an order holds, the measure of its memory. */
function weightOf(order: Order): number {
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

/** How much one world remembers; the oldest goes first, so memory stays flat however long it runs. */
export const bounds = {
  /** Payments of all merchants together. */
  orders: 4_000,
  /** Characters that those payments hold together, about 2 bytes each. */
  characters: 16_000_000,
  /** Newest payments and refunds of an account that the two searches can list; the limit of section 8 and some. */
  listed: 128,
  subscriptions: 2_000,
  /** Order and request numbers whose repetitions are counted. */
  repetitions: 20_000,
  /** Stored-card tokens. */
  tokens: 2_000,
} as const;

/** What one account of one merchant sees: nothing of any other. */
export interface Account {
  readonly orders: Map<string, Order>;
  /** Newest last. */
  readonly latest: Order[];
  /** Newest last. */
  refunds: Refund[];
}

/** Everything that one world remembers. */
export interface Store {
  readonly accounts: Map<string, Account>;
  readonly orders: Map<Order, string>;
  /** By account and `recurring_id`. */
  readonly subscriptions: Map<string, Subscription>;
  readonly repetitions: Map<string, number>;
  /** Masked card by account and token. */
  readonly tokens: Map<string, string>;
  /** Room for a dialect that has to remember what it saw. */
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

/** Forgets everything that a store holds. */
export function emptyStore(store: Store): void {
  for (const held of Object.values(store)) if (held instanceof Map) held.clear();
  store.weight = 0;
}

/** The account behind a key; an empty one that is not kept when nothing was ever paid there. */
export function accountOf(store: Store, key: string): Account {
  return store.accounts.get(key) ?? { orders: new Map(), latest: [], refunds: [] };
}

/** Keeps a payment and lets go of the oldest ones beyond the bounds. */
export function keepOrder(store: Store, key: string, order: Order): void {
  const account = accountOf(store, key);
  store.accounts.set(key, account);
  account.orders.set(order.transaction_id, order);
  append(account.latest, order, bounds.listed);
  store.orders.set(order, key);
  store.weight += weightOf(order);
  while (store.orders.size > bounds.orders || (store.weight > bounds.characters && store.orders.size > 1))
    dropOldest(store);
}

/** Keeps a refund for the refund search. */
export function keepRefund(account: Account, refund: Refund): void {
  append(account.refunds, refund, bounds.listed);
}

/** Keeps a subscription under its account. */
export function keepSubscription(store: Store, key: string, subscription: Subscription): void {
  keep(store.subscriptions, `${key} ${subscription.recurring_id}`, subscription, bounds.subscriptions);
}

/** The subscription of an account, if it was ever started there. */
export function findSubscription(store: Store, key: string, recurringId: string): Subscription | undefined {
  return store.subscriptions.get(`${key} ${recurringId}`);
}

/** Counts how often a name came before in an account: 0 the first time. */
export function countRepetition(store: Store, key: string, name: string): number {
  const place = `${key} ${name}`;
  const times = store.repetitions.get(place) ?? 0;
  keep(store.repetitions, place, times + 1, bounds.repetitions);
  return times;
}

function dropOldest(store: Store): void {
  const oldest = store.orders.entries().next();
  if (oldest.done) return;
  const [order, key] = oldest.value;
  store.orders.delete(order);
  store.weight -= weightOf(order);
  const account = store.accounts.get(key);
  if (account === undefined) return;
  account.orders.delete(order.transaction_id);
  // Lists are in the order of keeping, so what is dropped is at the front, if it is there at all.
  if (account.latest[0] === order) account.latest.shift();
  if (order.refunds > 0) account.refunds = account.refunds.filter((refund) => refund.order !== order);
  // An account without payments is forgotten whole, and its lists with it.
  if (account.orders.size === 0) store.accounts.delete(key);
}
