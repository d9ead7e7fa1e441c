import fc from 'fast-check';
import type { JsonObject } from '../../schemas/types.ts';
import { batchOf } from '../orders.ts';
import { formatCents, shareOf } from '../values/money.ts';
import { entrySucceeded, type Journey, type ModelPayment, type Stage } from './model.ts';
import type { Step } from './payment-steps.ts';

type OrderOperation = 'capture' | 'review' | 'cancel' | 'refund';

/** Which payments a step may be about: only moves that nothing in the document speaks against. */
const eligible = {
  capture: ({ captured, cancelled }) => !captured && !cancelled,
  review: ({ reviewed, cancelled }) => !reviewed && !cancelled,
  cancel: ({ captured, cancelled, refunds }) => !captured && !cancelled && refunds === 0,
  refund: ({ cancelled, refundable }) => !cancelled && refundable > 0n,
} as const satisfies Record<OrderOperation, (payment: ModelPayment) => boolean>;

interface Choice {
  /** Which of the eligible payments, counted around. */
  readonly picks: readonly number[];
  /** Thousandths of what is left, for refunds. */
  readonly permille: number;
  readonly seed: number;
}

function chosen(operation: OrderOperation, { payments }: Journey, { picks }: Choice): ModelPayment[] {
  const able = payments.filter(eligible[operation]);
  const places = new Set(picks.map((pick) => pick % Math.max(1, able.length)));
  return able.filter((_payment, at) => places.has(at));
}

function refundPart({ refundable }: ModelPayment, permille: number): bigint {
  const part = shareOf(refundable, permille);
  return part > 0n ? part : refundable;
}

function settle(operation: OrderOperation, payment: ModelPayment, refunded: bigint): void {
  if (operation === 'capture') payment.captured = true;
  if (operation === 'review') payment.reviewed = true;
  if (operation === 'cancel') payment.cancelled = true;
  if (operation !== 'refund') return;
  payment.refundable -= refunded;
  payment.refunds += 1;
}

async function handle(
  operation: OrderOperation,
  choice: Choice,
  journey: Journey,
  { service, context, ripen }: Stage,
): Promise<void> {
  const payments = chosen(operation, journey, choice);
  const orders = payments.map(({ order }) => order);
  if ((await ripen?.(operation, orders)) === false) return;
  const { body } = batchOf(operation, orders, context, choice.seed);
  const field = `${operation}_orders`;
  const parts = payments.map((payment) =>
    refundPart(payment, context.refunds === 'whole' ? 1000 : choice.permille),
  );
  const entries = (body[field] as JsonObject[]).map((entry, at) =>
    operation === 'refund' ? { ...entry, refund_amount: formatCents(parts[at] ?? 1n) } : entry,
  );
  const sent = await service.send(operation, { ...body, [field]: entries });
  payments.forEach((payment, at) => {
    if (entrySucceeded(operation, sent, payment.order)) settle(operation, payment, parts[at] ?? 0n);
  });
}

/** Steps that capture, review, cancel or refund one to three of the payments so far (4.5 to 4.7, 4.9). */
export function orderSteps(operation: OrderOperation): fc.Arbitrary<Step> {
  const choices = fc.record({
    picks: fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 3 }),
    permille: fc.integer({ min: 1, max: 1000 }),
    seed: fc.nat(),
  });
  return choices.map((choice) => ({
    check: ({ payments }) => payments.some(eligible[operation]),
    run: (journey, stage) => handle(operation, choice, journey, stage),
    toString: () =>
      `${operation} #${choice.picks.join(' #')}${operation === 'refund' ? ` ${choice.permille}‰` : ''}`,
  }));
}
