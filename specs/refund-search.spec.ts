import { ordersRefunded, refundsWithReasons } from '../generators/listed-texts.ts';
import { batchOf } from '../generators/orders.ts';
import { partyOf } from '../generators/situations.ts';
import { about, expect, test } from './fixtures/index.ts';
import { refundInTurn } from './support/in-turn.ts';
import { payInCurrencies } from './support/orders/many-currencies.ts';
import { payLarge } from './support/orders/special-payments.ts';

test('answers the refund search of a merchant as documented', about('refund-search'), async ({ service }) => {
  expect.soft(await service.send('refund-search', partyOf(service.context))).toConform();
});

test(
  'answers at most 100 refunds, with reasons of every class as sent',
  about('refund-search', {
    needs: ['direct-payment', 'refund'],
    clauses: ['2.11/refund/as-refunded', '8/refund-search/answer-limit'],
  }),
  async ({ service }) => {
    const { context, seed } = service;
    const orders = await service.pay(ordersRefunded(context), 'refund', 'divisible');
    await refundInTurn(service, refundsWithReasons(orders, context, seed));
    expect.soft(await service.send('refund-search', partyOf(context))).toConform();
  },
);

test(
  'lists refunds in many currencies as they were refunded',
  about('refund-search', {
    needs: ['direct-payment', 'refund'],
    clauses: ['2.11/refund/as-refunded'],
  }),
  async ({ service }) => {
    const orders = await payInCurrencies(service, 'refund');
    await service.send('refund', batchOf('refund', orders, service.context, service.seed, { part: 0.5 }));
    expect.soft(await service.send('refund-search', partyOf(service.context))).toConform();
  },
);

test(
  'lists the refund of a large amount as it was refunded',
  about('refund-search', {
    quick: true,
    needs: ['direct-payment', 'refund'],
    clauses: ['2.11/refund/as-refunded'],
  }),
  async ({ service }) => {
    const orders = await payLarge(service);
    await service.send('refund', batchOf('refund', orders, service.context, service.seed, { part: 1 }));
    expect.soft(await service.send('refund-search', partyOf(service.context))).toConform();
  },
);
