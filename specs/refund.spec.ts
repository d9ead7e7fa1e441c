import { batchOf, refundOfTheRest } from '../generators/orders.ts';
import type { RequestCase } from '../generators/request.ts';
import { isAccepted, mayBeDone } from '../schemas/history/states.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { describeBatch } from './support/batch-situations.ts';
import { expect } from './support/expect.ts';
import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';
import type { Service } from './support/service.ts';

describeBatch('refund');

/** A refund of a part of one new payment, of an amount that can be divided: a part of one cent is zero. */
async function refundOf(service: Service, part: number): Promise<RequestCase> {
  const orders = await service.pay(1, 'refund', 'divisible');
  return batchOf('refund', orders, service.context, service.seed, { part });
}

/** Returns whether an answer does not surely say that its refund was accepted: then nothing more is asked over its order. */
function leavesOpen(refunded: JudgedExchange): boolean {
  return !isAccepted(refunded) || mayBeDone(refunded);
}

test(
  'numbers the refunds of one payment apart',
  about('refund', { needs: ['direct-payment'], clauses: ['2.9/refund_reference_id/unique'] }),
  async ({ service }) => {
    const tenth = await refundOf(service, 0.1);
    // The tenth refund is the first with a two-digit number.
    for (let number = 1; number <= 10; number += 1) {
      const refunded = await service.send('refund', tenth);
      expect(refunded).toConform();
      if (leavesOpen(refunded)) return;
    }
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
    if (leavesOpen(await service.send('refund', most))) return;
    await service.send('refund', refundOfTheRest(most, 1));
  },
);

test(
  'refunds all that an earlier refund left',
  about('refund', { needs: ['direct-payment'] }),
  async ({ service }) => {
    const { body: part } = await refundOf(service, 0.4);
    const refunded = await service.send('refund', part);
    expect(refunded).toConform();
    if (leavesOpen(refunded)) return;
    expect(await service.send('refund', refundOfTheRest(part))).toConform();
  },
);
