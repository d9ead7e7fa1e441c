import { batchOf, bindOrders, ordersNeeded } from '../../generators/orders.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed } from '../../generators/seed.ts';
import type { Subscription } from '../../generators/situations.ts';
import { hasClause } from '../../schemas/clauses.ts';
import { operationOf } from '../../schemas/operations.ts';

import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type CaseQuery, chooseCases, type Wish } from './cases.ts';
import { type Orders, takeOrders } from './paid-orders.ts';
import { fillLists, subscribe } from './prerequisites.ts';
import type { Session } from './session.ts';

/** A request that can be sent now. */
export interface Prepared {
  readonly made: RequestCase;
  /** What happened for it, one line each. */
  readonly notes: readonly string[];
}

/** What the size of a batch says about its kind and clause, when it meets a limit (8). */
function atLimit({ operation }: CaseQuery, entries: number): Partial<RequestCase> {
  const limit = operationOf(operation).batch?.limit ?? 0;
  const clause = `8/${operation}/${entries > limit ? 'over-limit' : 'at-limit'}`;
  return entries >= limit && hasClause(clause) ? { kind: 'boundary', clause } : {};
}

async function prepareBatch(session: Session, wish: Wish, entries: number): Promise<Prepared> {
  const { operation, kind, name, seed, count = 1 } = wish;
  if (operationOf(operation).batch === undefined)
    throw new ConfigurationError(
      `--entries is for operations with a batch of orders; ${operation} has none.`,
    );
  if ((kind ?? 'valid') !== 'valid' || name !== undefined || count !== 1)
    throw new ConfigurationError('--entries makes one valid batch: leave out --kind, --case and --count.');
  const { orders, note } = await takeOrders(session, entries, wish.orders, operation);
  const made = batchOf(operation, orders, session.context, deriveSeed(seed, 'explore', operation));
  return { made: { ...made, ...atLimit(wish, entries) }, notes: [note] };
}

function withSubscription(made: RequestCase, subscription: Partial<Subscription>): RequestCase {
  const bound = Object.entries(subscription).filter(
    ([name]) => Object.hasOwn(made.body, name) && made.at !== name,
  );
  return { ...made, body: { ...made.body, ...Object.fromEntries(bound) } };
}

async function bind(session: Session, made: RequestCase, wanted: Wish['orders']): Promise<Prepared> {
  if (made.operation === 'cancel-subscription') {
    const { body, note } = await subscribe(session, wanted);
    return { made: withSubscription(made, body), notes: [note] };
  }
  const { batch, lists } = operationOf(made.operation);
  if (lists !== undefined && wanted === 'paid')
    return { made, notes: await fillLists(session, made.operation) };
  if (batch === undefined) return { made, notes: [] };
  const { orders, note }: Orders = await takeOrders(session, ordersNeeded(made), wanted, made.operation);
  return { made: bindOrders(made, orders), notes: [note] };
}

/** Makes the requests of a wish one after the other, over orders and subscriptions of their own. */
export async function* prepare(session: Session, wish: Wish): AsyncGenerator<Prepared> {
  // Nothing is paid for a request that may not be sent.
  const orders = session.refusal(wish.operation) === undefined ? wish.orders : 'unknown';
  if (wish.entries !== undefined) {
    yield await prepareBatch(session, { ...wish, orders }, wish.entries);
    return;
  }
  for (const made of chooseCases(wish, session.context)) yield await bind(session, made, orders);
}
