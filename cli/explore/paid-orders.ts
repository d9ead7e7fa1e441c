import { type PaidOrder, unknownOrders } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { captureOrders, orderOf, payOrders } from '../../generators/situations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Session } from './session.ts';

/** Orders for a batch, and one line that says where they come from. */
export interface Orders {
  readonly orders: readonly PaidOrder[];
  readonly note: string;
}

/** Pays as often as wanted, in complete payments where minimal ones are refused; stops where those are refused as well, or may not be sent. */
async function pay(
  session: Session,
  count: number,
): Promise<{ paid: readonly PaidOrder[]; stopped?: string }> {
  const seed = deriveSeed(session.settings.seed, 'explore', 'pay');
  const wanted = { context: session.context, seed, count } as const;
  const { exchanges, refused } = await session.before((port) =>
    payOrders(port, { ...wanted, shape: 'minimal', thenShape: 'full', givesUp: true }),
  );
  const paid = exchanges.flatMap((judged) => orderOf(judged) ?? []);
  if (paid.length === count) return { paid };
  return { paid, stopped: refused ?? 'the service did not accept a card payment' };
}

/** Captures paid orders where the merchant says that a refund wants it; says so in the note. */
async function captured(session: Session, paid: readonly PaidOrder[]): Promise<string> {
  const { settings, context } = session;
  if (settings.target.capture !== 'manual' || paid.length === 0) return '';
  const seed = deriveSeed(settings.seed, 'explore', 'capture');
  const refused =
    session.refusal('capture') ??
    (await session.before((port) => captureOrders(port, paid, { context, seed }))).refused;
  return refused === undefined ? ', then captured' : `, not captured: ${refused}`;
}

/** Orders that were paid a moment ago as far as the target allows it, as an operation wants them; the rest are orders that no service knows. */
export async function takeOrders(
  session: Session,
  count: number,
  wanted: 'paid' | 'unknown',
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
