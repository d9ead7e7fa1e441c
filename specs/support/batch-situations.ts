import fc from 'fast-check';
import { batchOf, type PaidOrder, unknownOrders } from '../../generators/orders.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { about } from './about.ts';
import { anew } from './anew.ts';
import { coverSizes } from './cover-sizes.ts';
import { coverBatches } from './covering-batches.ts';
import { expect } from './expect.ts';
import { payInCurrencies } from './many-currencies.ts';
import { boundaryOrders, probeBoundaries } from './probe.ts';
import { holds } from './property.ts';
import type { Service, Situation } from './service.ts';
import { test } from './test.ts';
import { unusualOrders } from './unusual-orders.ts';

/** Orders that a property of a batch operation picks from. */
const pool = 12;

/** The situations that capture, review, cancel and refund share (2.9, 4.5 to 4.9, 8). */
export function describeBatch(operation: DocumentedOperationId): void {
  const { batch } = operationOf(operation);
  if (batch === undefined) throw new Error(`${operation} has no batch`);
  const { limit, field } = batch;
  const batchFor = (service: Service, orders: readonly PaidOrder[]) =>
    batchOf(operation, orders, service.context, service.seed);
  /** Sends a batch over paid orders; over as many others where it came too soon. */
  const sendOver = (service: Service, paid: readonly PaidOrder[], how: Situation = {}) =>
    anew(async (attempt) => {
      const orders = attempt === 0 ? paid : await service.pay(paid.length, operation);
      return service.send(operation, batchFor(service, orders), how);
    });
  // Reports tell tests of one file and title apart by their group alone.
  test.describe(operation, () => {
    const subject = { needs: ['direct-payment'] as const };

    test('answers one result entry for one order', about(operation, subject), async ({ service }) => {
      expect(await sendOver(service, await service.pay(1, operation))).toConform();
    });

    test(
      'answers one result entry per order',
      about(operation, { ...subject, clauses: ['1.3/one-result-per-order'] }),
      async ({ service }) => {
        expect(await sendOver(service, await service.pay(5, operation))).toConform();
      },
    );

    test(
      `keeps the limit of ${limit} orders`,
      about(operation, {
        ...subject,
        many: true,
        clauses: [`8/${operation}/at-limit`, `8/${operation}/over-limit`],
      }),
      async ({ service }) => {
        const orders = await service.pay(limit + 2, operation);
        const one = await sendOver(service, orders.slice(0, 1));
        const full = await sendOver(service, orders.slice(1, limit + 1));
        // The first order is a fresh one, so that a service which processes the batch, or as much of it as the limit
        // allows, accepts something.
        const more = [...orders.slice(limit + 1, limit + 2), ...orders.slice(1, limit + 1)];
        const over = await sendOver(service, more, { intent: 'odd' });
        const again = async () => sendOver(service, await service.pay(1, operation));
        await service.twins({
          control: one,
          probes: [{ clause: `8/${operation}/at-limit`, probe: full, wants: 'acceptance' }],
          again,
        });
        await service.twins({
          control: full,
          probes: [{ clause: `8/${operation}/over-limit`, probe: over, wants: 'refusal' }],
          again,
        });
      },
    );

    test('answers an entry for each order that it does not know', about(operation), async ({ service }) => {
      const body = batchFor(service, unknownOrders(3, service.seed, service.context));
      expect(await anew(() => service.send(operation, body))).toConform();
    });

    test(
      'answers a batch of every size up to the limit',
      about(operation, { deep: true }),
      async ({ service, harness }) => coverSizes(service, harness, operation),
    );

    test(
      'answers orders in many currencies',
      about(operation, { ...subject, deep: true, clauses: ['2.9/currency/echo'] }),
      async ({ service }) => {
        const judged = await anew(async () =>
          service.send(operation, batchFor(service, await payInCurrencies(service, operation))),
        );
        expect(judged).toConform();
      },
    );

    test(
      'answers known and unknown orders of one batch alike',
      about(operation, subject),
      async ({ service }) => {
        const unknown = unknownOrders(2, service.seed, service.context);
        const judged = await anew(async () =>
          service.send(
            operation,
            batchFor(service, [
              ...unknown.slice(0, 1),
              ...(await service.pay(2, operation)),
              ...unknown.slice(1),
              ...(await unusualOrders(service)),
            ]),
          ),
        );
        expect(judged).toConform();
      },
    );

    test(
      'takes an empty batch and repeated entries without a crash',
      about(operation, subject),
      async ({ service }) => {
        const [order] = await service.pay(1, operation);
        const once = batchFor(service, order === undefined ? [] : [order]);
        const entries = once.body[field];
        const twice = Array.isArray(entries) ? [...entries, ...entries] : [];
        await service.send(operation, { ...once.body, [field]: [] }, { intent: 'odd' });
        await service.send(operation, { ...once.body, [field]: twice }, { intent: 'odd' });
      },
    );

    test('conforms for any batch of paid orders', about(operation, subject), async ({ service, harness }) => {
      const orders = await service.pay(pool, operation);
      const batches = fc.tuple(fc.subarray([...orders], { minLength: 1 }), fc.nat());
      await holds({ service, harness }, batches, ([picked, seed], situation) =>
        anew(async (attempt) => {
          const paid = attempt === 0 ? picked : await service.pay(picked.length, operation);
          return service.send(operation, batchOf(operation, paid, service.context, seed), situation);
        }),
      );
    });

    test(
      'answers every class of values in every field',
      about(operation, { ...subject, deep: true, clauses: ['2.14/formats'] }),
      async ({ service, harness }) => coverBatches(service, harness, operation),
    );

    test(
      'meets every boundary of the request without a crash',
      about(operation, subject),
      async ({ service }) => {
        await probeBoundaries(
          service,
          operation,
          await service.pay(boundaryOrders(service, operation), operation),
        );
      },
    );
  });
}
