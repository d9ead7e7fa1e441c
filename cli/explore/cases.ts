import { boundaries } from '../../generators/boundaries.ts';
import type { MakeContext } from '../../generators/context.ts';
import { drawRequest } from '../../generators/drawn.ts';
import { singleFaults } from '../../generators/faults.ts';
import { batchOf, bindOrders, ordersNeeded, type PaidOrder, unknownOrders } from '../../generators/orders.ts';
import { generatorOf } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import {
  drawPayments,
  openSubscription,
  orderOf,
  payOrders,
  sendBatches,
  subscriptionOf,
} from '../../generators/situations.ts';
import { validRequest } from '../../generators/valid.ts';
import { groupedBy } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { counted } from '../../schemas/plain-text.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { amountMoved } from '../../targets/sending/amount.ts';
import type { Session } from './session.ts';

/** The kinds of generated requests. */
export const kinds = ['valid', 'boundary', 'fault'] as const;
/** One kind of generated request. */
export type Kind = (typeof kinds)[number];

/** Returns all cases of a kind in stable order; of valid requests one per shape, and first a batch of one order. */
export function listCases(
  operation: DocumentedOperationId,
  kind: Kind,
  context: MakeContext,
  seed: number,
): readonly RequestCase[] {
  if (kind === 'boundary') return boundaries(operation, context, seed);
  if (kind === 'fault') return singleFaults(operation, context, seed);
  const { shapes, shown } = generatorOf(operation);
  const own = deriveSeed(seed, 'explore', operation);
  const single =
    operationOf(operation).batch === undefined
      ? []
      : [batchOf(operation, unknownOrders(1, seed, context), context, own)];
  const shaped = [...new Set([...shapes, ...shown])].flatMap((shape) =>
    sample(validRequest(operation, context, shape), own, 1),
  );
  return [...single, ...shaped];
}

/** A drawn request; nothing was sent for it. */
export interface Drawn {
  /** With orders and subscriptions that the service does not know, in place of those that `ready` gets. */
  readonly made: RequestCase;
  /** What sending it makes first, in words with number and sum; undefined if nothing. */
  readonly first?: string;
  /** Makes the payments that the request needs, and returns it with their orders and a line about them. */
  ready(): Promise<{ readonly made: RequestCase; readonly note?: string }>;
}

/** Draws what sending a case takes; without `pays`, and where the target allows no payment, its orders stay unknown. */
export function drawCase(session: Session, made: RequestCase, pays: boolean): Drawn {
  const { family } = operationOf(made.operation);
  const refusal = session.refusal(made.operation) ?? session.refusal('direct-payment');
  const orders = unknownOrders(ordersNeeded(made), session.settings.seed, session.context);
  const unknown = bindOrders(made, orders);
  const isSubscription = family === 'subscription';
  if (!pays || (!isSubscription && orders.length === 0))
    return { made: unknown, ready: async () => ({ made: unknown }) };
  if (refusal !== undefined) {
    const what = isSubscription ? 'the subscription is' : 'its orders are';
    const note = `${what} unknown to the service: ${refusal}`;
    return { made: unknown, ready: async () => ({ made: unknown, note }) };
  }
  return isSubscription ? overSubscription(session, made) : overOrders(session, made, orders);
}

/** Returns the sums that payments move, one for each currency, as the budget of a target counts them. */
function sumText(bodies: readonly JsonObject[]): string {
  const sums = groupedBy(bodies, ({ currency }) => String(currency));
  return [...sums]
    .map(([currency, some]) => {
      const sum = some.reduce((all, body) => all + amountMoved('direct-payment', body), 0);
      return `${sum.toFixed(2)} ${currency}`;
    })
    .join(', ');
}

/** Returns a batch whose orders are paid when it is sent: unknown ones stay from where a payment is refused. */
function overOrders(session: Session, made: RequestCase, unknown: readonly PaidOrder[]): Drawn {
  const { context, settings } = session;
  const count = unknown.length;
  const wanted = {
    context,
    seed: deriveSeed(settings.seed, 'explore', 'pay'),
    count,
    shape: 'minimal',
  } as const;
  const captures = made.operation === 'refund' && settings.target.capture === 'manual';
  const sum = sumText(drawPayments(wanted).map(({ body }) => body));
  return {
    made: bindOrders(made, unknown),
    first: `${counted(count, 'card payment')} of ${sum} in all${captures ? ', captured before it' : ''}`,
    async ready() {
      const { exchanges, refused } = await session.before((client) =>
        payOrders(client, { ...wanted, thenShape: 'full', givesUp: true }),
      );
      const paid = exchanges.flatMap((judged) => orderOf(judged) ?? []);
      const capture = captures && paid.length > 0 ? await capturePaid(session, paid) : '';
      const note =
        paid.length === count
          ? `${counted(count, 'card payment')} made first, one for each order${capture}`
          : `${paid.length} of ${count} orders paid first${capture}, the others are unknown to the service: ${refused ?? 'the service did not accept a card payment'}`;
      return { made: bindOrders(made, [...paid, ...unknown.slice(paid.length)]), note };
    },
  };
}

/** Captures paid orders, where the merchant has to before a refund; returns the words for the note. */
async function capturePaid(session: Session, paid: readonly PaidOrder[]): Promise<string> {
  const { context, settings } = session;
  const seed = deriveSeed(settings.seed, 'explore', 'capture');
  const refused =
    session.refusal('capture') ??
    (await session.before((client) => sendBatches(client, 'capture', paid, { context, seed }))).refused;
  return refused === undefined ? ', then captured' : `, not captured: ${refused}`;
}

/** Returns the request about a subscription, which a payment opens when it is sent (2.12). */
function overSubscription(session: Session, made: RequestCase): Drawn {
  const { context, settings } = session;
  const seed = deriveSeed(settings.seed, 'explore', 'subscribe');
  const { body: payment } = drawRequest('direct-payment', context, 'full', seed);
  return {
    made,
    first: `a card payment of ${sumText([payment])} with a subscription`,
    async ready() {
      const { exchanges, refused } = await session.before((client) =>
        openSubscription(client, { context, seed }),
      );
      const subscription = exchanges.map(subscriptionOf).at(-1);
      if (subscription === undefined) {
        const why = refused ?? 'the payment returned none';
        return { made, note: `the subscription is unknown to the service: ${why}` };
      }
      // What the case changed stays changed.
      const bound = Object.entries(subscription).filter(
        ([name]) => Object.hasOwn(made.body, name) && made.at !== name,
      );
      const body = { ...made.body, ...Object.fromEntries(bound) };
      return { made: { ...made, body }, note: 'a card payment with a subscription made first' };
    },
  };
}
