import { ordersRefunded, refundsWithReasons } from '../generators/listed-texts.ts';
import { batchOf } from '../generators/orders.ts';
import { partyOf } from '../generators/situations.ts';
import { about, expect, quick, type TestRow, test } from './fixtures/index.ts';
import { refundInTurn } from './support/in-turn.ts';
import { payInCurrencies } from './support/orders/many-currencies.ts';
import { payLarge } from './support/orders/special-payments.ts';
import type { Act } from './support/service.ts';

const nothing: Act = async () => {};

const moreThanListed: Act = async (service) => {
  const { context, seed } = service;
  const orders = await service.pay(ordersRefunded(context), 'refund', 'divisible');
  await refundInTurn(service, refundsWithReasons(orders, context, seed));
};

const manyCurrencies: Act = async (service) => {
  const orders = await payInCurrencies(service, 'refund');
  await service.send('refund', batchOf('refund', orders, service.context, service.seed, { part: 0.5 }));
};

const largeAmount: Act = async (service) => {
  const orders = await payLarge(service);
  await service.send('refund', batchOf('refund', orders, service.context, service.seed, { part: 1 }));
};

const refunded = { needs: ['direct-payment', 'refund'], clauses: ['2.11/refund/as-refunded'] } as const;

/** What comes before a refund search (2.11, 4.10), and the clauses that its answer is about. */
const situations: readonly TestRow[] = [
  ['answers the refund search of a merchant as documented', nothing],
  [
    'answers at most 100 refunds, with reasons of every class as sent',
    moreThanListed,
    { ...refunded, clauses: ['2.11/refund/as-refunded', '8/refund-search/answer-limit'] },
  ],
  ['lists refunds in many currencies as they were refunded', manyCurrencies, refunded],
  ['lists the refund of a large amount as it was refunded', largeAmount, quick(refunded)],
];

for (const [title, act, subject] of situations)
  test(title, about('refund-search', subject), async ({ service, harness }) => {
    await act(service, 'refund-search', harness);
    expect.soft(await service.send('refund-search', partyOf(service.context))).toConform();
  });
