import { boundaries } from '../../generators/boundaries.ts';
import type { MakeContext } from '../../generators/context.ts';
import { drawRequest } from '../../generators/drawn.ts';
import { singleFaults } from '../../generators/faults.ts';
import { batchOf, bindOrders, ordersNeeded, unknownOrders } from '../../generators/orders.ts';
import { generatorOf } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { drawPayments, openSubscription, payOrders, sendBatches } from '../../generators/situations.ts';
import { validRequest } from '../../generators/valid.ts';
import { groupedBy } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { counted } from '../../schemas/plain-text.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
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

/** Returns a request with orders that the service does not know. */
export function withUnknownOrders({ settings, context }: Session, made: RequestCase): RequestCase {
  return bindOrders(made, unknownOrders(ordersNeeded(made), settings.seed, context));
}

/** The payments that let a request be about what the service knows. */
interface NeededPayments {
  /** Number and sum, such as `3 card payments of 12.00 EUR in all`. */
  readonly text: string;
  /** Makes them, and returns the request about them; throws if the service accepts none. */
  pay(): Promise<RequestCase>;
}

/** Returns the payments that a request needs; undefined if it needs none, or if the target forbids it or them. */
export function paymentsFor(session: Session, made: RequestCase): NeededPayments | undefined {
  if ((session.refusal(made.operation) ?? session.refusal('direct-payment')) !== undefined) return undefined;
  if (operationOf(made.operation).family === 'subscription') return subscriptionFor(session, made);
  return ordersNeeded(made) === 0 ? undefined : ordersFor(session, made);
}

/** Returns the sums that payments move, one for each currency, as the budget of a target counts them. */
function sumText(payments: readonly RequestCase[]): string {
  return [...groupedBy(payments, ({ body }) => String(body.currency))]
    .map(([currency, some]) => {
      const sum = some.reduce((all, { body }) => all + amountMoved('direct-payment', body), 0);
      return `${sum.toFixed(2)} ${currency}`;
    })
    .join(', ');
}

function ordersFor(session: Session, made: RequestCase): NeededPayments {
  const { context, settings, payer } = session;
  const seed = deriveSeed(settings.seed, 'explore', 'pay');
  const wanted = { context, seed, count: ordersNeeded(made), shape: 'minimal' } as const;
  // Where the merchant has to capture before a refund.
  const captures =
    made.operation === 'refund' &&
    settings.target.capture === 'manual' &&
    session.refusal('capture') === undefined;
  const sum = sumText(drawPayments(wanted));
  return {
    text: `${counted(wanted.count, 'card payment')} of ${sum} in all${captures ? ', captured' : ''}`,
    async pay() {
      const { paid } = await payOrders(payer, { ...wanted, thenShape: 'full', givesUp: true });
      if (paid.length < wanted.count)
        throw notPaid(`accepted ${paid.length} of ${counted(wanted.count, 'card payment')}`);
      if (captures) await sendBatches(payer, 'capture', paid, { context, seed });
      return bindOrders(made, paid);
    },
  };
}

/** Returns the payment that opens a subscription (2.12). */
function subscriptionFor({ context, settings, payer }: Session, made: RequestCase): NeededPayments {
  const seed = deriveSeed(settings.seed, 'explore', 'subscribe');
  const payment = drawRequest('direct-payment', context, 'full', seed);
  return {
    text: `a card payment of ${sumText([payment])} with a subscription`,
    async pay() {
      const { subscription } = await openSubscription(payer, { context, seed });
      if (subscription === undefined) throw notPaid('returned no subscription');
      // What the case changed stays changed.
      const bound = Object.entries(subscription).filter(
        ([name]) => Object.hasOwn(made.body, name) && made.at !== name,
      );
      return { ...made, body: { ...made.body, ...Object.fromEntries(bound) } };
    },
  };
}

const notPaid = (what: string) => Object.assign(new Error(`the service ${what}`), { statusCode: 409 });
