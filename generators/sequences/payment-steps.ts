import fc, { type AsyncCommand } from 'fast-check';
import type { JsonObject } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import { orderOf, subscriptionOf } from '../situations/hand.ts';
import { validRequest } from '../valid.ts';
import { orderNumber, uuidOf } from '../values/identity.ts';
import { parseCents } from '../values/money.ts';
import type { Journey, Stage } from './model.ts';

/** One step of a sequence. */
export type Step = AsyncCommand<Journey, Stage>;

/** More payments than this say nothing new and cost a request each. */
const mostPayments = 12;

async function payWith(
  body: JsonObject,
  journey: Journey,
  { service, context, attempt }: Stage,
): Promise<void> {
  const order: JsonObject = { ...body, order_no: orderNumber(context, String(body.order_no), attempt) };
  const judged = await service.send('direct-payment', order);
  const paid = orderOf(judged);
  if (paid === undefined) return;
  journey.payments.push({
    order: paid,
    refundable: parseCents(paid.amount) ?? 0n,
    captured: false,
    reviewed: false,
    cancelled: false,
    refunds: 0,
  });
  const subscription = subscriptionOf(judged);
  if (subscription !== undefined) journey.subscriptions.push({ ...subscription, cancelled: false });
}

function paymentStep(label: string, body: JsonObject): Step {
  return {
    check: ({ payments }) => payments.length < mostPayments,
    run: (journey, stage) => payWith(body, journey, stage),
    toString: () => `${label} ${String(body.amount)} ${String(body.currency)}`,
  };
}

function withSubscription(order: JsonObject, full: JsonObject, { amountLimit }: MakeContext): JsonObject {
  const contract = (full.subscription ?? {}) as JsonObject;
  // The cycles of a contract go with its own amount.
  if (amountLimit !== undefined) return { ...order, subscription: contract };
  return { ...order, subscription: { ...contract, contract_amount: order.amount ?? '0.01' } };
}

/** Steps that pay by card (4.1), some of them for a subscription (2.4); the plain payment is what they shrink to. */
export function paySteps(context: MakeContext): fc.Arbitrary<Step> {
  const minimal = validRequest('direct-payment', context, 'minimal').map(({ body }) => body);
  const full = validRequest('direct-payment', context, 'full').map(({ body }) => body);
  const any = validRequest('direct-payment', context, 'any').map(
    ({ body: { subscription: _, ...body } }) => body,
  );
  const contracts = fc
    .tuple(minimal, full)
    .map(([order, others]) => withSubscription(order, others, context));
  return fc.oneof(
    { withCrossShrink: true },
    minimal.map((body) => paymentStep('pay', body)),
    any.map((body) => paymentStep('pay', body)),
    contracts.map((body) => paymentStep('subscribe', body)),
  );
}

/** Steps that pay out (4.11). */
export function payOutSteps(context: MakeContext): fc.Arbitrary<Step> {
  return validRequest('payout', context, 'any').map(({ body }) => ({
    check: ({ payouts }) => payouts < mostPayments,
    async run(journey, { service, attempt }) {
      const { judgement } = await service.send('payout', {
        ...body,
        request_id: uuidOf(String(body.request_id), attempt),
      });
      if (judgement.outcome === 'accepted') journey.payouts += 1;
    },
    toString: () => `pay out ${String(body.payment_amount)} ${String(body.payment_currency)}`,
  }));
}
