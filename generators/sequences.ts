import fc, { type Arbitrary, type AsyncCommand, asyncModelRun, commands } from 'fast-check';
import { answerOf, entriesOf, entrySucceeded } from '../schemas/history/outcome.ts';
import { leftOpen as leftOpenBy } from '../schemas/history/states.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import { batchOf, type PaidOrder } from './orders.ts';
import type { Client } from './situations/client.ts';
import { orderOf, partyOf, type Subscription, subscriptionOf } from './situations/client.ts';
import { validRequest } from './valid.ts';
import { orderNumber, uuidOf } from './values/identity.ts';
import { formatCents, parseCents, payablePart, shareOf } from './values/money.ts';

type Step = AsyncCommand<Journey, Stage>;

/** Maximum number of payments: more would cost requests and show nothing new. */
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
    open: false,
  });
  const subscription = subscriptionOf(judged);
  if (subscription !== undefined) journey.subscriptions.push({ ...subscription, ended: false });
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
  // With an amount limit, the cycles of the contract fit only its own amount.
  if (amountLimit !== undefined) return { ...order, subscription: contract };
  return { ...order, subscription: { ...contract, contract_amount: order.amount ?? '0.01' } };
}

/** Steps that pay by card (4.1), some of them for a subscription (2.4); they shrink to the plain payment. */
function paySteps(context: MakeContext): fc.Arbitrary<Step> {
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
function payOutSteps(context: MakeContext): fc.Arbitrary<Step> {
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

type OrderOperation = 'capture' | 'review' | 'cancel' | 'refund';

/** True if nothing in the document speaks against the operation on the payment. */
const eligible = {
  capture: ({ captured, cancelled }) => !captured && !cancelled,
  review: ({ reviewed, cancelled }) => !reviewed && !cancelled,
  cancel: ({ captured, cancelled, refunds }) => !captured && !cancelled && refunds === 0,
  refund: ({ cancelled, refundable }) => !cancelled && refundable > 0n,
} as const satisfies Record<OrderOperation, (payment: ModelPayment) => boolean>;

interface Choice {
  /** Indexes of the eligible payments, modulo their number. */
  readonly picks: readonly number[];
  /** For refunds: thousandths of the amount that is left. */
  readonly permille: number;
  readonly seed: number;
}

const ableTo = (operation: OrderOperation) => (payment: ModelPayment) =>
  !payment.open && eligible[operation](payment);

function chosen(operation: OrderOperation, { payments }: Journey, { picks }: Choice): ModelPayment[] {
  const able = payments.filter(ableTo(operation));
  const places = new Set(picks.map((pick) => pick % Math.max(1, able.length)));
  return able.filter((_payment, at) => places.has(at));
}

function refundPart({ refundable, order }: ModelPayment, permille: number): bigint {
  return payablePart(shareOf(refundable, permille), refundable, order.currency);
}

function recordDone(operation: OrderOperation, payment: ModelPayment, refunded: bigint): void {
  if (operation === 'capture') payment.captured = true;
  if (operation === 'review') payment.reviewed = true;
  if (operation === 'cancel') payment.cancelled = true;
  if (operation !== 'refund') return;
  payment.refundable -= refunded;
  payment.refunds += 1;
}

async function sendOperation(
  operation: OrderOperation,
  choice: Choice,
  journey: Journey,
  { service, context, ripen, leftOpen = leftOpenBy }: Stage,
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
  const open = leftOpen(sent).map(({ order_no }) => order_no);
  payments.forEach((payment, at) => {
    payment.open = open.includes(payment.order.order_no);
    if (hasSucceeded(operation, sent, payment.order)) recordDone(operation, payment, parts[at] ?? 0n);
  });
}

/** Steps that capture, review, cancel or refund one to three of the payments so far (4.5 to 4.7, 4.9). */
function orderSteps(operation: OrderOperation): fc.Arbitrary<Step> {
  const choices = fc.record({
    picks: fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 3 }),
    permille: fc.integer({ min: 1, max: 1000 }),
    seed: fc.nat(),
  });
  return choices.map((choice) => ({
    check: ({ payments }) => payments.some(ableTo(operation)),
    run: (journey, stage) => sendOperation(operation, choice, journey, stage),
    toString: () =>
      `${operation} #${choice.picks.join(' #')}${operation === 'refund' ? ` ${choice.permille}‰` : ''}`,
  }));
}

export type { Stage };

/** Options of a sequence. */
export interface SequenceOptions {
  /** Maximum number of steps; 20 by default. */
  readonly steps?: number;
  /** False without payouts, which nothing can undo and no other step needs. */
  readonly paysOut?: boolean;
}

/** Draws sequences of operations over the payments and subscriptions that they create; they shrink when they fail. */
export function sequences(
  context: MakeContext,
  { steps = 20, paysOut = true }: SequenceOptions = {},
): Arbitrary<Iterable<Step>> {
  const known = [
    // Twice, because most other steps need a payment.
    paySteps(context),
    paySteps(context),
    searchSteps('query'),
    orderSteps('capture'),
    orderSteps('review'),
    orderSteps('cancel'),
    orderSteps('refund'),
    orderSteps('refund'),
    searchSteps('refund-search'),
    cancelSubscriptionSteps(),
    ...(paysOut ? [payOutSteps(context)] : []),
  ];
  return commands(known, { maxCommands: steps, size: 'max' });
}

/** Runs one sequence from an empty journey; rejects with the error that the service threw. */
export async function playSequence(sequence: Iterable<Step>, stage: Stage): Promise<Journey> {
  const journey = createJourney();
  await asyncModelRun(() => ({ model: journey, real: stage }), sequence);
  return journey;
}

type Search = 'query' | 'refund-search';

/** Steps that query orders (4.4) or search refunds (4.10). */
function searchSteps(operation: Search): fc.Arbitrary<Step> {
  return fc.constant({
    check: () => true,
    async run(_journey: Journey, stage: Stage) {
      await stage.service.send(operation, partyOf(stage.context));
    },
    toString: () => (operation === 'query' ? 'query' : 'search refunds'),
  });
}

/** Steps that cancel one of the subscriptions so far (4.8). */
function cancelSubscriptionSteps(): fc.Arbitrary<Step> {
  return fc.nat({ max: 5 }).map((pick) => ({
    check: ({ subscriptions }) => subscriptions.some(({ ended }) => !ended),
    async run({ subscriptions }, stage) {
      const running = subscriptions.filter(({ ended }) => !ended);
      const subscription = running[pick % running.length];
      if (subscription === undefined) return;
      const { recurring_id, contract_name } = subscription;
      subscription.ended = true;
      const body = { ...partyOf(stage.context), recurring_id, contract_name };
      await stage.service.send('cancel-subscription', body);
    },
    toString: () => `cancel subscription #${pick}`,
  }));
}

/** What a sequence runs against. */
interface Stage {
  /** The service under test; an error thrown by `send` fails the sequence and shrinks it. */
  readonly service: Client;
  readonly context: MakeContext;
  /** Different for each run of a sequence, so that no order number or request id is used twice. */
  readonly attempt: string;
  /** Waits until an operation on the orders is due; false if it is still too early and must be skipped. */
  ripen?(operation: DocumentedOperationId, orders: readonly PaidOrder[]): Promise<boolean>;
  /** What an answered call leaves open; by documented marks alone where it is absent. */
  leftOpen?(judged: JudgedExchange): readonly JsonObject[];
}

/** The expected state of a payment, as far as the document determines it. */
interface ModelPayment {
  readonly order: PaidOrder;
  /** Cents that can still be refunded. */
  refundable: bigint;
  captured: boolean;
  reviewed: boolean;
  cancelled: boolean;
  refunds: number;
  /** True after an answer that leaves open what became of it: nothing more is asked over it. */
  open: boolean;
}

/** A subscription that a payment opened. */
interface ModelSubscription extends Subscription {
  /** True once its cancellation was asked for, whatever was answered. */
  ended: boolean;
}

/** The model of a sequence: what it has created so far. */
interface Journey {
  readonly payments: ModelPayment[];
  readonly subscriptions: ModelSubscription[];
  payouts: number;
}

function createJourney(): Journey {
  return { payments: [], subscriptions: [], payouts: 0 };
}

/** True if a batch answer says that the order succeeded. */
function hasSucceeded(operation: DocumentedOperationId, judged: JudgedExchange, order: PaidOrder): boolean {
  const row = operationOf(operation);
  return entriesOf(row, answerOf(judged)).some(
    (entry) => entry.order_no === order.order_no && entrySucceeded(row, entry),
  );
}
