import fc from 'fast-check';
import { paymentsByOtherCards } from '../../generators/card-payments.ts';
import { withinBatches } from '../../generators/context.ts';
import { type BatchPlan, coveringBatch, paidBatchPlan, unknownBatchPlan } from '../../generators/covering.ts';
import { batchOf, type PaidOrder, unknownOrders } from '../../generators/orders.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { drawPayments, openSubscription, orderNamed, orderOf } from '../../generators/situations.ts';
import { drawOf, orderNumberClasses } from '../../generators/value-classes.ts';
import { entriesIn, entrySucceeded } from '../../schemas/history/outcome.ts';
import { classOfSize, type SentOutcome } from '../../schemas/history/sent.ts';
import { type Batch, operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import { expect } from '../fixtures/expect.ts';
import { type Covering, cover } from './covering/cover.ts';
import { startCoverage } from './covering/coverage.ts';
import { troublesOf } from './covering/trouble.ts';
import type { Harness } from './harness.ts';
import { payInCurrencies } from './orders/many-currencies.ts';
import { paymentsFor } from './orders/payments-for.ts';
import { boundaryOrders, probeBoundaries } from './probe.ts';
import { checkProperty } from './property.ts';
import { withRetries } from './retries.ts';
import type { Act, Service, Situation } from './service.ts';

/** Most batch sizes that are sent once more, so that their findings name the size. */
const mostNamed = 3;

/** The field of the entries of a batch operation, and the most entries of one request. */
function limitsOf(operation: DocumentedOperationId): Pick<Batch, 'field' | 'limit'> {
  const { batch } = operationOf(operation);
  if (batch === undefined) throw new Error(`${operation} has no batch`);
  return batch;
}

interface SizedBatch {
  readonly pair: { readonly field: string; readonly class: string };
  readonly made: RequestCase;
}

/** Sends a batch of every size from one entry to the limit, over unknown orders, and records each outcome. */
export const everySize: Act = async (service, operation, { evidence }) => {
  const batch = limitsOf(operation);
  const orders = unknownOrders(batch.limit, service.seed, service.context);
  const sizes = orders.map(
    (_order, at): SizedBatch => ({
      pair: { field: batch.field, class: classOfSize(at + 1) },
      made: batchOf(operation, orders.slice(0, at + 1), service.context, service.seed),
    }),
  );
  const coverage = startCoverage(
    operation,
    sizes.map(({ pair }) => pair),
  );
  const [smallest, ...larger] = sizes;
  if (smallest === undefined) return;
  // Unknown orders can be named again.
  const send = (by: Service, { made }: SizedBatch) => withRetries(() => by.send(operation, made));
  const control = await send(service, smallest);
  const outcomeOf = (judged: JudgedExchange): SentOutcome => {
    const isAlike = judged.judgement.outcome === control.judgement.outcome;
    return troublesOf(judged, control)[0]?.outcome ?? (isAlike ? 'accepted' : 'unclear');
  };
  try {
    coverage.note([smallest.pair], outcomeOf(control));
    const troubled = await coverage.beside((note) =>
      service.beside(larger, async (own, sized) => {
        const judged = await send(own, sized);
        note([sized.pair], outcomeOf(judged));
        return troublesOf(judged, control).length === 0 ? [] : [sized];
      }),
    );
    for (const { pair, made } of troubled.flat().slice(0, mostNamed))
      await service.send(operation, made, { caseName: pair.class, carries: pair });
    await coverage.settle(() => send(service, smallest));
  } finally {
    const { origin } = control.exchange;
    evidence.note({ kind: 'sent', origin, ...coverage.row('the test ended before') });
  }
};

/** Number of orders that the batches of one test share, where they may share orders. */
const sharedOrders = 12;

const batchFor = (
  { context, seed }: Service,
  operation: DocumentedOperationId,
  orders: readonly PaidOrder[],
) => batchOf(operation, orders, context, seed);

/** Sends a batch over paid orders, `others` after the first; uses newly paid orders after "too soon". */
function sendOver(
  service: Service,
  operation: DocumentedOperationId,
  paid: readonly PaidOrder[],
  how: Situation = {},
  others: readonly PaidOrder[] = [],
): Promise<JudgedExchange> {
  return withRetries(async (attempt) => {
    const own = attempt === 0 ? paid : await service.pay(paid.length, operation);
    const orders = [...own.slice(0, 1), ...others, ...own.slice(1)];
    return service.send(operation, batchFor(service, operation, orders), how);
  });
}

/** Sends boundary values of a batch over new payments. */
export const boundaries: Act = async (service, operation) =>
  probeBoundaries(service, operation, await service.pay(boundaryOrders(service, operation), operation));

/** Sends a batch of five payments. */
export const fivePayments: Act = async (service, operation) => {
  expect.soft(await sendOver(service, operation, await service.pay(5, operation))).toConform();
};

/** Sends as many orders as the limit allows, and one more (8). */
export const limit: Act = async (service, operation) => {
  const { limit: most } = limitsOf(operation);
  const nobodys = unknownOrders(most, service.seed, service.context);
  const payOne = () => service.pay(1, operation);
  const one = await sendOver(service, operation, await payOne());
  expect.soft(one).toConform();
  const mixed = await sendOver(service, operation, await payOne(), {}, nobodys.slice(0, 1));
  // A service may refuse a whole batch because of one unknown order: then every order of the batch is paid.
  const fills = mixed.judgement.outcome === 'accepted';
  const orders = await service.pay(fills ? 1 : most, operation);
  const full = await sendOver(service, operation, orders, {}, fills ? nobodys.slice(1) : []);
  // The first order is new, so that a service that processes entries up to the limit accepts something. The last
  // order is new too: it is done only if the service processes an extra entry.
  const inner = fills ? nobodys.slice(1) : orders.slice(1);
  const again = async () => sendOver(service, operation, await payOne());
  const atLimit = { clause: `8/${operation}/at-limit`, probe: full, wants: 'acceptance' } as const;
  if (!fills && service.leftOpen(full).length > 0)
    return service.twins({ control: one, probes: [atLimit], again });
  const two = await service.pay(2, operation);
  const over = await sendOver(service, operation, two, { intent: 'odd' }, inner);
  const overLimit = { clause: `8/${operation}/over-limit`, probe: over, wants: 'refusal' } as const;
  await service.twins({ control: one, probes: [atLimit, overLimit], again });
};

/** Sends three orders that the service does not know. */
export const unknown: Act = async (service, operation) => {
  const body = batchFor(service, operation, unknownOrders(3, service.seed, service.context));
  expect.soft(await withRetries(() => service.send(operation, body))).toConform();
};

/** Sends orders in many currencies. */
export const manyCurrencies: Act = async (service, operation) => {
  const judged = await withRetries(async () =>
    service.send(operation, batchFor(service, operation, await payInCurrencies(service, operation))),
  );
  expect.soft(judged).toConform();
};

/** Sends orders that the service knows, unusual ones among them, between others that it does not know. */
export const knownAndUnknown: Act = async (service, operation) => {
  const nobodys = unknownOrders(2, service.seed, service.context);
  const judged = await withRetries(async () => {
    const paid = await service.pay(2, operation);
    const orders = [...nobodys.slice(0, 1), ...paid, ...nobodys.slice(1), ...(await unusualOrders(service))];
    return service.send(operation, batchFor(service, operation, orders));
  });
  expect.soft(judged).toConform();
};

/** Sends a batch without an entry, and one with the same entry twice. */
export const emptyAndRepeated: Act = async (service, operation) => {
  const { field } = limitsOf(operation);
  const once = batchFor(service, operation, await service.pay(1, operation));
  const entries = once.body[field];
  const twice = Array.isArray(entries) ? [...entries, ...entries] : [];
  await service.send(operation, { ...once.body, [field]: [] }, { intent: 'odd' });
  await service.send(operation, { ...once.body, [field]: twice }, { intent: 'odd' });
};

/** Sends any batches of paid orders. */
export const anyBatch: Act = async (service, operation, harness) => {
  const orders = await service.pay(sharedOrders, operation);
  const picks = fc.subarray([...orders.slice(0, sharedOrders / 2).keys()], { minLength: 1 });
  // Two batches over the same half of the orders may share an order, so each waits for the previous one, and names
  // nothing that an answer left open.
  const lastOver: Promise<unknown>[] = [];
  const open = new Set<unknown>();
  await checkProperty({ service, harness }, fc.tuple(picks, fc.nat()), ([picked, seed], situation, own) => {
    const half = Number(situation.casePath) % 2;
    const before = lastOver[half];
    const ofHalf = orders.filter((_order, at) => at % 2 === half);
    const judged = withRetries(async (attempt) => {
      await before;
      const shared = ofHalf.filter(
        ({ transaction_id }, at) => picked.includes(at) && !open.has(transaction_id),
      );
      const paid = attempt === 0 && shared.length > 0 ? shared : await own.pay(picked.length, operation);
      const answered = await own.send(operation, batchOf(operation, paid, own.context, seed), situation);
      for (const { transaction_id } of own.leftOpen(answered)) open.add(transaction_id);
      return answered;
    });
    lastOver[half] = judged;
    return judged;
  });
};

/** Orders that the service knows: a declined payment, and one that opened a subscription. */
async function unusualOrders(service: Service): Promise<readonly PaidOrder[]> {
  const { seed } = service;
  const plain = service.plain('direct-payment');
  const shape = service.shapeOf('direct-payment');
  const small = withinBatches(plain);
  const [other] = paymentsByOtherCards(shape === 'full' ? small : plain, shape, seed);
  const declined = other === undefined ? [] : [await service.send('direct-payment', other)];
  const { payment } = await openSubscription(service, { context: small, seed });
  // A declined payment is an order too, if its answer names a transaction.
  return [...declined, payment].flatMap((judged) => orderNamed(judged) ?? []);
}

function coveringOf(plan: BatchPlan, { context, seed }: Service): Covering {
  return { plan, body: (request, carried) => coveringBatch(plan, request, carried, { context, seed }) };
}

interface NumberedOrder extends PaidOrder {
  readonly class: string;
}

/** Pays orders with order numbers of every class; new orders for each attempt. */
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

/** Records for each class of order numbers whether such an entry succeeds where a plain one does. */
async function coverNumbers(
  service: Service,
  { evidence }: Harness,
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
  const judged = await withRetries(async (attempt) => {
    plain = await service.pay(1, operation);
    numbered = await service.prepared(operation, service.context, (round) =>
      payNumbered(service, attempt + round === 0 ? '' : ` ${attempt} ${round}`),
    );
    const orders = [...plain, ...numbered];
    return service.send(operation, batchOf(operation, orders, service.context, service.seed));
  });
  const row = operationOf(operation);
  const entries = entriesIn(judged);
  const isDone = ({ order_no }: PaidOrder) =>
    entries.some((entry) => entry.order_no === order_no && entrySucceeded(row, entry));
  for (const order of numbered) {
    const outcome = isDone(order) ? 'accepted' : plain.some(isDone) ? 'refused' : 'unclear';
    coverage.note([{ field: 'order_no', class: order.class }], outcome);
  }
  // The plain orders were accepted in the same call.
  await coverage.settle(async () => judged);
  evidence.note({
    kind: 'sent',
    origin: judged.exchange.origin,
    ...coverage.row('the service accepted no payment with such a number'),
  });
}

/** Sends every class of every field of an entry, over unknown orders and, for refunds, over paid ones. */
export const everyClass: Act = async (service, operation, harness) => {
  const { context, seed } = service;
  const unknown = unknownBatchPlan(operation, context, seed);
  await cover(service, harness, { ...coveringOf(unknown, service), mayBeRefused: true });
  await coverNumbers(service, harness, operation);
  if (operation !== 'refund') return;
  // A service may read the details of a refund only when there is something to refund.
  const orders = await service.pay(sharedOrders, operation);
  const paid = coveringOf(paidBatchPlan(operation, context, seed, orders), service);
  await cover(service, harness, { ...paid, movesMoneyAgain: true });
};
