import { batchOf, refundOfTheRest } from '../generators/orders.ts';
import type { RequestCase } from '../generators/request.ts';
import { describeBatch } from './support/batch-situations.ts';
import { expect } from './support/expect.ts';
import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';
import { refundInTurn } from './support/in-turn.ts';
import type { Service } from './support/service.ts';

describeBatch('refund');

/** A refund of a part of one new payment, of an amount that can be divided: a part of one cent is zero. */
async function refundOf(service: Service, part: number): Promise<RequestCase> {
  const orders = await service.pay(1, 'refund', 'divisible');
  return batchOf('refund', orders, service.context, service.seed, { part });
}

test(
  'numbers the refunds of one payment apart',
  about('refund', { needs: ['direct-payment'], clauses: ['2.9/refund_reference_id/unique'] }),
  async ({ service }) => {
    const tenth = await refundOf(service, 0.1);
    // The tenth refund is the first with a two-digit number.
    for (const refunded of await refundInTurn(service, Array(10).fill(tenth))) expect(refunded).toConform();
  },
);

test(
  'refunds no more than the amount of the order',
  about('refund', { needs: ['direct-payment'], clauses: ['2.9/refund_amount/within-amount'] }),
  async ({ service }) => {
    const orders = await service.pay(1, 'refund');
    await service.send('refund', batchOf('refund', orders, service.context, service.seed, { part: 1.001 }), {
      intent: 'odd',
    });
  },
);

test(
  'answers refunds that add up to more than the order',
  about('refund', { needs: ['direct-payment'], clauses: ['2.9/refund_amount/sum-above-amount'] }),
  async ({ service }) => {
    const { body: most } = await refundOf(service, 0.6);
    await refundInTurn(service, [most, refundOfTheRest(most, 1)]);
  },
);

test(
  'refunds all that an earlier refund left',
  about('refund', { needs: ['direct-payment'] }),
  async ({ service }) => {
    const { body: part } = await refundOf(service, 0.4);
    for (const refunded of await refundInTurn(service, [part, refundOfTheRest(part)]))
      expect(refunded).toConform();
  },
);
