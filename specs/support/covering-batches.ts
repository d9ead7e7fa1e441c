import { type BatchPlan, coveringBatch, paidBatchPlan, unknownBatchPlan } from '../../generators/covering.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { drawPayments, orderOf } from '../../generators/situations.ts';
import { drawOf, orderNumberClasses, textClasses } from '../../generators/value-classes.ts';
import { operationOf } from '../../schemas/operations.ts';
import { entriesOf, entrySucceeded, membersOf } from '../../schemas/outcome.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { anew } from './anew.ts';
import { type Covering, cover } from './cover.ts';
import { startCoverage } from './coverage.ts';
import type { Harness } from './harness.ts';
import { paymentsFor } from './payments-for.ts';
import type { Service } from './service.ts';

function coveringOf(plan: BatchPlan, { context, seed }: Service): Covering {
  return { plan, body: (request, carried) => coveringBatch(plan, request, carried, { context, seed }) };
}

interface NumberedOrder extends PaidOrder {
  readonly class: string;
}

/** Pays orders whose numbers are of every class; others for each attempt. */
async function payNumbered(service: Service, attempt: string): Promise<NumberedOrder[]> {
  const { context, seed } = service;
  const classes = orderNumberClasses(context).filter(({ forbidden }) => forbidden === undefined);
  const plain = service.plain('direct-payment');
  const drawn = drawPayments(paymentsFor(service, plain, deriveSeed(seed, 'numbered'), classes.length));
  const bodies = drawn.map(({ body }, at) => {
    const own = `${context.prefix} ${seed} numbered ${at}${attempt}`;
    return { ...body, order_no: classes[at]?.make(drawOf(at, own, own)) ?? '' };
  });
  const paid = await service.sendAll('direct-payment', bodies, { asGenerated: true });
  return paid.flatMap((one, at) => {
    const order = orderOf(one);
    return order === undefined ? [] : [{ ...order, class: classes[at]?.id ?? '' }];
  });
}

/** Notes for each class of order numbers whether the entry of such an order was done as that of a plain one was. */
async function coverNumbers(
  service: Service,
  { evidence, settings }: Harness,
  operation: DocumentedOperationId,
): Promise<void> {
  const pairs = orderNumberClasses(service.context).map(({ id, forbidden }) => ({
    field: 'order_no',
    class: id,
    why: forbidden,
  }));
  const coverage = startCoverage(
    operation,
    pairs.filter(({ why }) => why === undefined),
    pairs.flatMap(({ why, ...pair }) => (why === undefined ? [] : [{ ...pair, why }])),
  );
  let plain: readonly PaidOrder[] = [];
  let numbered: readonly NumberedOrder[] = [];
  const judged = await anew(async (attempt) => {
    plain = await service.pay(1, operation);
    numbered = await service.prepared(operation, service.context, (round) =>
      payNumbered(service, attempt + round === 0 ? '' : ` ${attempt} ${round}`),
    );
    const orders = [...plain, ...numbered];
    return service.send(operation, batchOf(operation, orders, service.context, service.seed));
  });
  const row = operationOf(operation);
  const entries = entriesOf(row, membersOf(row, judged.judgement.answer ?? {}));
  const isDone = ({ order_no }: PaidOrder) =>
    entries.some((entry) => entry.order_no === order_no && entrySucceeded(row, entry));
  for (const order of numbered) {
    const outcome = isDone(order) ? 'accepted' : plain.some(isDone) ? 'refused' : 'unclear';
    coverage.note([{ field: 'order_no', class: order.class }], outcome);
  }
  // The plain orders were accepted in the same call.
  await coverage.settle(async () => judged);
  if (settings.variants === undefined)
    evidence.note({
      kind: 'sent',
      origin: judged.exchange.origin,
      ...coverage.row('the service accepted no payment with such a number'),
    });
}

/** Sends batches that carry every class of every field of an entry: over orders that nobody has, and over paid ones. */
export async function coverBatches(
  service: Service,
  harness: Harness,
  operation: DocumentedOperationId,
): Promise<void> {
  const { context, seed } = service;
  const unknown = unknownBatchPlan(operation, context, seed);
  await cover(service, harness, { ...coveringOf(unknown, service), mayBeRefused: true });
  await coverNumbers(service, harness, operation);
  if (operation !== 'refund') return;
  // What is written about a refund may be read only where there is something to refund.
  const orders = await service.pay(Math.min(textClasses.length, 3 * service.runs), operation);
  const paid = coveringOf(paidBatchPlan(operation, context, seed, orders), service);
  await cover(service, harness, { ...paid, movesMoneyAgain: true });
}
