import { boundaries } from '../../generators/boundaries.ts';
import type { MakeContext } from '../../generators/context.ts';
import { drawRequest } from '../../generators/drawn.ts';
import { singleFaults } from '../../generators/faults.ts';
import { batchOf, bindOrders, ordersNeeded, type PaidOrder, unknownOrders } from '../../generators/orders.ts';
import { generatorOf } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { selectCases } from '../../generators/select.ts';
import {
  drawPayments,
  openSubscription,
  orderOf,
  payOrders,
  type Subscription,
  sendBatches,
  subscriptionOf,
} from '../../generators/situations.ts';
import { validRequest } from '../../generators/valid.ts';
import { hasClause } from '../../schemas/clauses.ts';
import { defined } from '../../schemas/defined.ts';
import { operationOf } from '../../schemas/operations.ts';
import { counted } from '../../schemas/plain-text.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { sumsOf, totalsOf } from '../plan/make-plan.ts';
import type { Session } from './session.ts';

/** The kinds of generated requests. */
export const kinds = ['valid', 'boundary', 'fault'] as const;
/** One kind of generated request. */
export type Kind = (typeof kinds)[number];

/** How a request is made and edited, without its body: from the command line, the page or a replay file. */
export interface CaseChoice {
  readonly operation: DocumentedOperationId;
  /** `valid` unless a case of another kind is named. */
  readonly kind?: Kind | undefined;
  /** Name of one case, for example `refund_orders/51-entries`. */
  readonly case?: string | undefined;
  readonly seed: number;
  /** Number of cases, 1 by default. */
  readonly count?: number | undefined;
  /** Size of the batch, for the four batch operations. */
  readonly entries?: number | undefined;
  /** Whether orders are paid first (default); unknown orders are used if the target does not allow it. */
  readonly orders?: 'paid' | 'unknown' | undefined;
  /** Edits as on the command line. */
  readonly edits: readonly string[];
}

/** Returns all cases of a kind in stable order; of valid requests one per shape. */
export function listCases(
  operation: DocumentedOperationId,
  kind: Kind,
  context: MakeContext,
  seed: number,
): readonly RequestCase[] {
  if (kind === 'boundary') return boundaries(operation, context, seed);
  if (kind === 'fault') return singleFaults(operation, context, seed);
  const { shapes, shown } = generatorOf(operation);
  return [...new Set([...shapes, ...shown])].flatMap((shape) =>
    sample(validRequest(operation, context, shape), deriveSeed(seed, 'explore', operation), 1),
  );
}

function casesNamed(wish: CaseChoice, context: MakeContext, name: string): readonly RequestCase[] {
  const { operation, kind, seed } = wish;
  const lists = (kind === undefined ? kinds : [kind]).map((one) => listCases(operation, one, context, seed));
  const found = lists.flat().find((made) => made.name === name);
  if (found !== undefined) return [found];
  const names = lists.flat().map((made) => made.name);
  throw new ConfigurationError(
    `${operation} has no ${kind === undefined ? '' : `${kind} `}case "${name}".${didYouMean(name, names)} --list shows them all.`,
  );
}

/** Returns the named case, or `count` cases determined by the seed. */
function chooseCases(wish: CaseChoice, context: MakeContext): readonly RequestCase[] {
  const { operation, kind = 'valid', case: name, seed, count = 1 } = wish;
  if (name !== undefined) return casesNamed(wish, context, name);
  if (kind !== 'valid') return selectCases(listCases(operation, kind, context, seed), () => count, seed);
  return sample(validRequest(operation, context), deriveSeed(seed, 'explore', operation), count);
}

/** A request with what the service gave for it. */
interface Ready {
  readonly made: RequestCase;
  /** What was done for it, one line each. */
  readonly notes: readonly string[];
}

/** A drawn request; nothing was sent for it. */
export interface Drawn {
  /** With orders and subscriptions that the service does not know, in place of those that `ready` gets. */
  readonly made: RequestCase;
  /** What sending it makes first, in words with number and sum; undefined if nothing. */
  readonly first?: string;
  /** Makes the payments that the request needs, and returns it with their orders. */
  ready(): Promise<Ready>;
}

/** Returns kind and clause of a batch at or over its size limit (8). */
function atLimit({ operation }: CaseChoice, entries: number): Partial<RequestCase> {
  const limit = operationOf(operation).batch?.limit ?? 0;
  const clause = `8/${operation}/${entries > limit ? 'over-limit' : 'at-limit'}`;
  return entries >= limit && hasClause(clause) ? { kind: 'boundary', clause } : {};
}

function drawBatch(session: Session, wish: CaseChoice, entries: number, wanted: CaseChoice['orders']): Drawn {
  const { operation, kind, case: name, seed, count = 1 } = wish;
  if (operationOf(operation).batch === undefined)
    throw new ConfigurationError(
      `--entries is for operations with a batch of orders; ${operation} has none.`,
    );
  if ((kind ?? 'valid') !== 'valid' || name !== undefined || count !== 1)
    throw new ConfigurationError('--entries makes one valid batch: leave out --kind, --case and --count.');
  const madeOf = (orders: readonly PaidOrder[]): RequestCase => ({
    ...batchOf(operation, orders, session.context, deriveSeed(seed, 'explore', operation)),
    ...atLimit(wish, entries),
  });
  return overOrders(session, { operation, count: entries, wanted, madeOf });
}

interface OverOrders {
  readonly operation: DocumentedOperationId;
  readonly count: number;
  readonly wanted: CaseChoice['orders'];
  madeOf(orders: readonly PaidOrder[]): RequestCase;
}

/** Returns a request over orders, which are paid when it is sent. */
function overOrders(session: Session, { operation, count, wanted, madeOf }: OverOrders): Drawn {
  return {
    made: madeOf(unknownOrders(count, session.settings.seed, session.context)),
    ...defined({ first: firstPayments(session, count, wanted, operation) }),
    async ready() {
      const { orders, note } = await takeOrders(session, count, wanted, operation);
      return { made: madeOf(orders), notes: [note] };
    },
  };
}

function withSubscription(made: RequestCase, subscription: Partial<Subscription>): RequestCase {
  const bound = Object.entries(subscription).filter(
    ([name]) => Object.hasOwn(made.body, name) && made.at !== name,
  );
  return { ...made, body: { ...made.body, ...Object.fromEntries(bound) } };
}

function drawn(session: Session, made: RequestCase, wanted: CaseChoice['orders']): Drawn {
  const { operation } = made;
  const { family, batch, lists } = operationOf(operation);
  if (family === 'subscription')
    return {
      made,
      ...defined({ first: firstSubscription(session, wanted) }),
      async ready() {
        const { body, note } = await subscribe(session, wanted);
        return { made: withSubscription(made, body), notes: [note] };
      },
    };
  if (lists !== undefined && wanted !== 'unknown')
    return { made, ready: async () => ({ made, notes: await fillLists(session, operation) }) };
  if (batch === undefined) return { made, ready: async () => ({ made, notes: [] }) };
  const madeOf = (orders: readonly PaidOrder[]) => bindOrders(made, orders);
  return overOrders(session, { operation, count: ordersNeeded(made), wanted, madeOf });
}

/** A first look at a batch shows a single order; undefined where something else is chosen. */
export function usualEntries({
  operation,
  kind = 'valid',
  case: name,
  count,
}: Partial<CaseChoice>): 1 | undefined {
  const isPlain = kind === 'valid' && name === undefined && count === undefined;
  return isPlain && operation !== undefined && operationOf(operation).batch !== undefined ? 1 : undefined;
}

/** Draws the requests of a choice, each with its own orders and subscription; sends nothing. */
export function drawCases(session: Session, wish: CaseChoice): readonly Drawn[] {
  // Nothing is paid for a request that may not be sent.
  const orders = session.refusal(wish.operation) === undefined ? wish.orders : 'unknown';
  if (wish.entries !== undefined) return [drawBatch(session, wish, wish.entries, orders)];
  return chooseCases(wish, session.context).map((made) => drawn(session, made, orders));
}

const sumText = (bodies: readonly JsonObject[]) =>
  totalsOf(bodies.flatMap((body) => sumsOf('direct-payment', body)))
    .map(({ currency, amount }) => `${amount.toFixed(2)} ${currency}`)
    .join(', ');

/** The payments that a request over orders needs, with their sum; undefined if none is made. */
function firstPayments(
  session: Session,
  count: number,
  wanted: CaseChoice['orders'],
  operation: DocumentedOperationId,
): string | undefined {
  if (count === 0 || wanted === 'unknown' || session.refusal('direct-payment') !== undefined)
    return undefined;
  const payments = drawPayments(paymentsFor(session, count)).map(({ body }) => body);
  const { settings } = session;
  const captures =
    operation === 'refund' && settings.target.capture === 'manual' ? ', captured before it' : '';
  return `${counted(count, 'card payment')} of ${sumText(payments)} in all${captures}`;
}

function firstSubscription(session: Session, wanted: CaseChoice['orders']): string | undefined {
  if (wanted === 'unknown' || session.refusal('direct-payment') !== undefined) return undefined;
  const { body } = drawRequest('direct-payment', session.context, 'full', subscriptionSeed(session));
  return `a card payment of ${sumText([body])} with a subscription`;
}

const subscriptionSeed = ({ settings }: Session) => deriveSeed(settings.seed, 'explore', 'subscribe');

/** Returns a subscription opened by a new payment (2.12), if target and service allow it. */
async function subscribe(
  session: Session,
  wanted: CaseChoice['orders'],
): Promise<{ body: Partial<Subscription>; note: string }> {
  const refusal = wanted === 'unknown' ? 'no payment was wanted' : session.refusal('direct-payment');
  const none = (reason: string) => ({
    body: {},
    note: `the subscription is unknown to the service: ${reason}`,
  });
  if (refusal !== undefined) return none(refusal);
  const { context } = session;
  const seed = subscriptionSeed(session);
  const { exchanges, refused } = await session.before((client) =>
    openSubscription(client, { context, seed }),
  );
  const subscription = exchanges.map(subscriptionOf).at(-1);
  if (subscription === undefined) return none(refused ?? 'the payment returned none');
  return { body: subscription, note: 'a card payment with a subscription made first' };
}

/** Creates entries for the lists of the embedded endpoint, which starts empty; other targets are left alone. */
async function fillLists(session: Session, operation: DocumentedOperationId): Promise<string[]> {
  const { settings, context } = session;
  if (settings.target.environment !== 'embedded') return [];
  const { orders, note } = await takeOrders(
    session,
    2,
    'paid',
    operation === 'refund-search' ? 'refund' : operation,
  );
  if (operation !== 'refund-search') return [note];
  const seed = deriveSeed(settings.seed, 'explore', 'fill');
  await session.before((client) => sendBatches(client, 'refund', orders, { context, seed }));
  return [note, 'both refunded'];
}

/** Orders for a batch, and a line about their origin. */
interface Orders {
  readonly orders: readonly PaidOrder[];
  readonly note: string;
}

const paymentsFor = ({ settings, context }: Session, count: number) =>
  ({ context, seed: deriveSeed(settings.seed, 'explore', 'pay'), count, shape: 'minimal' }) as const;

/** Pays `count` orders, with full payments if minimal ones are refused; stops if both are refused or not allowed. */
async function pay(
  session: Session,
  count: number,
): Promise<{ paid: readonly PaidOrder[]; stopped?: string }> {
  const { exchanges, refused } = await session.before((client) =>
    payOrders(client, { ...paymentsFor(session, count), thenShape: 'full', givesUp: true }),
  );
  const paid = exchanges.flatMap((judged) => orderOf(judged) ?? []);
  if (paid.length === count) return { paid };
  return { paid, stopped: refused ?? 'the service did not accept a card payment' };
}

/** Captures paid orders if the merchant requires it for a refund; returns the words for the note. */
async function captured(session: Session, paid: readonly PaidOrder[]): Promise<string> {
  const { settings, context } = session;
  if (settings.target.capture !== 'manual' || paid.length === 0) return '';
  const seed = deriveSeed(settings.seed, 'explore', 'capture');
  const refused =
    session.refusal('capture') ??
    (await session.before((client) => sendBatches(client, 'capture', paid, { context, seed }))).refused;
  return refused === undefined ? ', then captured' : `, not captured: ${refused}`;
}

/** Returns newly paid orders for an operation as far as the target allows, and unknown orders for the rest. */
async function takeOrders(
  session: Session,
  count: number,
  wanted: CaseChoice['orders'],
  operation: DocumentedOperationId,
): Promise<Orders> {
  const unknown = unknownOrders(count, session.settings.seed, session.context);
  if (count === 0) return { orders: [], note: 'the batch is empty' };
  if (wanted === 'unknown')
    return { orders: unknown, note: `${count} orders that the service does not know` };
  const refusal = session.refusal('direct-payment');
  const { paid, stopped } =
    refusal === undefined ? await pay(session, count) : { paid: [], stopped: refusal };
  const capture = operation === 'refund' ? await captured(session, paid) : '';
  const orders = [...paid, ...unknown.slice(paid.length)];
  const note =
    stopped === undefined
      ? `${count} card ${count === 1 ? 'payment' : 'payments'} made first, one for each order${capture}`
      : `${paid.length} of ${count} orders paid first${capture}, the others are unknown to the service: ${stopped}`;
  return { orders, note };
}
