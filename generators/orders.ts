import { unknownPrefix } from '../schemas/history/sent.ts';
import { isObject, listOf } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import { amountCaps, defaultContext, type MakeContext, withinRange } from './context.ts';
import type { RequestCase } from './request.ts';
import { sampleOne } from './seed.ts';
import { boundRequest } from './valid.ts';
import { digitsOf, orderNumber } from './values/identity.ts';
import { formatCents, larger, parseCents, payable, payablePart, scaledTo, smaller } from './values/money.ts';

/** A payment that the service accepted, or an unknown one. */
export interface PaidOrder {
  readonly transaction_id: string;
  readonly order_no: string;
  readonly currency: string;
  readonly amount: string;
}

/** Orders unknown to every service, within the limits of the target; the same seed gives the same orders. */
export function unknownOrders(
  count: number,
  seed: number,
  context: MakeContext = defaultContext,
): PaidOrder[] {
  const [currency = 'EUR'] = context.currencies ?? [];
  const cap = amountCaps(context)?.entry;
  const numbering = { ...context, prefix: unknownPrefix };
  return Array.from({ length: count }, (_none, at) => {
    const drawn = 1234n + BigInt(at);
    const cents = cap === undefined ? drawn : smaller(drawn, cap);
    return {
      transaction_id: digitsOf('unknown', seed, at),
      order_no: orderNumber(numbering, seed, at),
      currency,
      amount: formatCents(withinRange(payable(cents, currency), currency, context)),
    };
  });
}

/** Returns the position of an entry's text among the distinct texts, in order of first appearance. */
function positions(entries: readonly JsonValue[], name: string): (entry: JsonObject, at: number) => number {
  const seen = new Map<string | number, number>();
  const keyOf = (entry: JsonValue, at: number) => {
    const value = isObject(entry) ? entry[name] : undefined;
    return typeof value === 'string' ? value : at;
  };
  entries.forEach((entry, at) => {
    const key = keyOf(entry, at);
    if (!seen.has(key)) seen.set(key, seen.size);
  });
  return (entry, at) => seen.get(keyOf(entry, at)) ?? at;
}

/** Scales a refund to another amount: a refund of a third stays a refund of a third. */
function partOf(amount: string, entry: JsonObject, currency: string): string {
  const whole = parseCents(String(entry.amount));
  const part = parseCents(String(entry.refund_amount));
  const real = parseCents(amount);
  if (whole === undefined || part === undefined || real === undefined || whole === 0n) return amount;
  const scaled = payablePart((real * part) / whole, real, currency);
  // A refund above the amount stays above it, however small the order is.
  return formatCents(part > whole ? larger(scaled, real + scaledTo(1n, currency)) : scaled);
}

type Keeps = (name: string) => boolean;

function bindEntry(entry: JsonObject, paid: PaidOrder, transaction: PaidOrder, keeps?: Keeps): JsonObject {
  const bound = { ...entry };
  const binds: Keeps = (name) => entry[name] !== undefined && keeps?.(name) !== true;
  if (binds('transaction_id')) bound.transaction_id = transaction.transaction_id;
  if (binds('order_no')) bound.order_no = paid.order_no;
  if (binds('currency')) bound.currency = paid.currency;
  if (binds('amount')) bound.amount = paid.amount;
  if (binds('refund_amount')) bound.refund_amount = partOf(paid.amount, entry, paid.currency);
  return bound;
}

/** True for a member that the case changed in the entry at a place. */
function changedAt(changed: string, place: string): Keeps {
  return (name) => changed === place || changed === `${place}.${name}`;
}

/**
 * Replaces the generated orders of a batch with real ones, in order. Equal identifiers stay equal, a partial refund
 * stays the same part, and what the case changed stays changed. Entries beyond the given orders stay as they are.
 */
export function bindOrders(made: RequestCase, orders: readonly PaidOrder[]): RequestCase {
  const { batch } = operationOf(made.operation);
  const entries = batch === undefined ? undefined : made.body[batch.field];
  if (batch === undefined || !Array.isArray(entries)) return made;
  const orderAt = positions(entries, 'order_no');
  const transactionAt = positions(entries, 'transaction_id');
  const { at: changed } = made;
  const bound = entries.map((entry, at) => {
    if (!isObject(entry)) return entry;
    const paid = orders[orderAt(entry, at)];
    const transaction = orders[transactionAt(entry, at)];
    if (paid === undefined || transaction === undefined) return entry;
    const keeps = changed === undefined ? undefined : changedAt(changed, `${batch.field}[${at}]`);
    return bindEntry(entry, paid, transaction, keeps);
  });
  return { ...made, body: { ...made.body, [batch.field]: bound } };
}

/** Number of different orders that a batch names: the number of payments that `bindOrders` needs. */
export function ordersNeeded({ operation, body }: RequestCase): number {
  const entries = body[operationOf(operation).batch?.field ?? ''];
  if (!Array.isArray(entries)) return 0;
  return Math.max(
    ...['order_no', 'transaction_id'].map((name) => {
      const at = positions(entries, name);
      return entries.reduce<number>(
        (most, entry, index) => Math.max(most, at(isObject(entry) ? entry : {}, index) + 1),
        0,
      );
    }),
  );
}

/** Options of a batch over given orders. */
export interface BatchOptions {
  /** The part of each amount to refund: 1 is all of it, 1.001 the least above it; drawn by default. */
  readonly part?: number;
}

function withPart(entry: JsonValue, part: number): JsonValue {
  const cents = isObject(entry) ? parseCents(String(entry.amount)) : undefined;
  if (!isObject(entry) || cents === undefined || entry.refund_amount === undefined) return entry;
  const currency = String(entry.currency);
  const refund = payablePart((cents * BigInt(Math.round(part * 1000))) / 1000n, cents, currency);
  // A refund above the amount is at least one unit above it.
  const least = part > 1 ? cents + scaledTo(1n, currency) : 0n;
  return { ...entry, refund_amount: formatCents(larger(least, refund)) };
}

/** A batch with one entry for each given order and every documented entry field. */
export function batchOf(
  operation: DocumentedOperationId,
  orders: readonly PaidOrder[],
  context: MakeContext,
  seed: number,
  { part }: BatchOptions = {},
): RequestCase {
  const { batch } = operationOf(operation);
  if (batch === undefined) throw new RangeError(`${operation} takes no batch of orders`);
  const { field, limit } = batch;
  const drawn = sampleOne(boundRequest(operation, context, orders.length), seed);
  const name = `${field}/${orders.length}-${orders.length === 1 ? 'entry' : 'entries'}`;
  const expectation = orders.length === 0 ? 'not-shown' : orders.length > limit ? 'refused' : 'accepted';
  const bound = bindOrders({ ...drawn, name, expectation }, orders);
  const entries = bound.body[field];
  if (part === undefined || !Array.isArray(entries)) return bound;
  const asked = context.refunds === 'whole' && part < 1 ? 1 : part;
  return { ...bound, body: { ...bound.body, [field]: entries.map((entry) => withPart(entry, asked)) } };
}

/**
 * Returns the body that refunds what another refund left and some units of the currency more, or the full amount again
 * if nothing is left.
 */
export function refundOfTheRest(body: JsonObject, more = 0): JsonObject {
  const refund_orders = listOf(body.refund_orders).map((entry) => {
    if (!isObject(entry)) return entry;
    const [whole = 0n, part = 0n] = [entry.amount, entry.refund_amount].map((text) =>
      parseCents(String(text)),
    );
    const rest = whole - part + scaledTo(BigInt(more), String(entry.currency));
    return { ...entry, refund_amount: formatCents(part < whole ? rest : whole) };
  });
  return { ...body, refund_orders };
}
