import { batchOf, refundOfTheRest } from '../generators/orders.ts';
import type { RequestCase } from '../generators/request.ts';
import { about, expect, paid, quick, type TestRow, test } from './fixtures/index.ts';
import * as batch from './support/batch-situations.ts';
import { refundInTurn } from './support/in-turn.ts';
import type { Service } from './support/service.ts';

/** The situations of a refund (2.9, 4.9, 8): what the tests send, and the clauses that they are about. */
const situations: readonly TestRow[] = [
  // The longest comes first.
  ['meets every boundary of the request without a crash', batch.boundaries, paid()],
  ['answers one result entry per order', batch.fivePayments, paid('1.3/one-result-per-order')],
  ['keeps the limit of 50 orders', batch.limit, quick(paid('8/refund/at-limit', '8/refund/over-limit'))],
  ['answers an entry for each order that it does not know', batch.unknown, quick()],
  ['answers a batch of every size up to the limit', batch.everySize],
  ['answers orders in many currencies', batch.manyCurrencies, paid('2.9/currency/echo')],
  ['answers known and unknown orders of one batch alike', batch.knownAndUnknown, quick(paid())],
  ['takes an empty batch and repeated entries without a crash', batch.emptyAndRepeated, paid()],
  ['conforms for any batch of paid orders', batch.anyBatch, paid()],
  ['answers every class of values in every field', batch.everyClass, paid('2.14/formats')],
];

test.describe('refund', () => {
  for (const [title, act, subject] of situations)
    test(title, about('refund', subject), async ({ service, harness }) => act(service, 'refund', harness));
});

/** A refund of a part of one new payment, of an amount that can be divided: a part of one cent is zero. */
async function refundOf(service: Service, part: number): Promise<RequestCase> {
  const orders = await service.pay(1, 'refund', 'divisible');
  return batchOf('refund', orders, service.context, service.seed, { part });
}

test(
  'numbers the refunds of one payment apart',
  about('refund', paid('2.9/refund_reference_id/unique')),
  async ({ service }) => {
    const tenth = await refundOf(service, 0.1);
    // The tenth refund is the first with a two-digit number.
    for (const refunded of await refundInTurn(service, Array(10).fill(tenth)))
      expect.soft(refunded).toConform();
  },
);

test(
  'refunds no more than the amount of the order',
  about('refund', quick(paid('2.9/refund_amount/within-amount'))),
  async ({ service }) => {
    const orders = await service.pay(1, 'refund');
    await service.send('refund', batchOf('refund', orders, service.context, service.seed, { part: 1.001 }), {
      intent: 'odd',
    });
  },
);

test(
  'answers refunds that add up to more than the order',
  about('refund', quick(paid('2.9/refund_amount/sum-above-amount'))),
  async ({ service }) => {
    const { body: most } = await refundOf(service, 0.6);
    await refundInTurn(service, [most, refundOfTheRest(most, 1)]);
  },
);

test('refunds all that an earlier refund left', about('refund', quick(paid())), async ({ service }) => {
  const { body: part } = await refundOf(service, 0.4);
  for (const refunded of await refundInTurn(service, [part, refundOfTheRest(part)]))
    expect.soft(refunded).toConform();
});
