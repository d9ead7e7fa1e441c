import { paymentsByOtherCards } from '../generators/card-payments.ts';
import { textClassCount, withListedTexts } from '../generators/listed-texts.ts';
import { orderOperations } from '../generators/moves.ts';
import { drawPayments, partyOf } from '../generators/situations.ts';
import { operationsOf } from '../schemas/operations.ts';
import { about, expect, paid, type TestRow, test } from './fixtures/index.ts';
import { payInCurrencies } from './support/orders/many-currencies.ts';
import { paymentsFor } from './support/orders/payments-for.ts';
import { subscribe } from './support/orders/subscribe.ts';
import { withRetries } from './support/retries.ts';
import type { Act } from './support/service.ts';
import { prerequisites, validBody } from './support/valid-body.ts';

const nothing: Act = async () => {};

const subscription: Act = async (service) => void (await subscribe(service));

const otherCards: Act = async (service) => {
  const shape = service.shapeOf('direct-payment');
  const others = paymentsByOtherCards(service.plain('direct-payment'), shape, service.seed);
  await service.sendAll('direct-payment', others);
};

const moreThanListed: Act = async (service) => {
  const drawn = drawPayments(paymentsFor(service, service.context, service.seed, textClassCount));
  const texts = withListedTexts(drawn, service.context, service.seed);
  const sent = await service.sendAll('direct-payment', texts);
  expect.soft(await service.send('query', partyOf(service.context))).toConform();
  await service.pay(101 - sent.filter(({ judgement }) => judgement.outcome === 'accepted').length);
};

const manyCurrencies: Act = async (service) => void (await payInCurrencies(service));

/** What comes before a query (2.10, 4.4), and the clauses that its answer is about. */
const situations: readonly TestRow[] = [
  ['answers the query of a merchant as documented', nothing],
  ...[...operationsOf('payment'), ...orderOperations].map(
    (earlier): TestRow => [
      `answers the query after ${earlier} as documented`,
      async (service) =>
        void (await withRetries(async () => service.send(earlier, await validBody(service, earlier)))),
      { quick: true, needs: [...prerequisites(earlier), earlier] },
    ],
  ),
  [
    'answers the query after a subscription as documented',
    subscription,
    paid('2.10/subscription_result/listed'),
  ],
  ['answers the query after a payment that is not approved as documented', otherCards, paid()],
  [
    'answers at most 100 orders, with texts of every class as paid',
    moreThanListed,
    paid('2.10/order/as-paid', '8/query/answer-limit'),
  ],
  ['lists orders in many currencies as they were paid', manyCurrencies, paid('2.10/currency/as-paid')],
];

for (const [title, act, subject] of situations)
  test(title, about('query', subject), async ({ service, harness }) => {
    await act(service, 'query', harness);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
  });
