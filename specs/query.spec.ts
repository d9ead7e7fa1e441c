import { paymentsByOtherCards } from '../generators/card-payments.ts';
import { textClassCount, withListedTexts } from '../generators/listed-texts.ts';
import { orderOperations } from '../generators/moves.ts';
import { drawPayments, partyOf } from '../generators/situations.ts';
import { documentedOperations } from '../schemas/operations.ts';
import { about, expect, test } from './fixtures/index.ts';
import { payInCurrencies } from './support/orders/many-currencies.ts';
import { paymentsFor } from './support/orders/payments-for.ts';
import { subscribe } from './support/orders/subscribe.ts';
import { withRetries } from './support/retries.ts';
import { prerequisites, validBody } from './support/valid-body.ts';

test('answers the query of a merchant as documented', about('query'), async ({ service }) => {
  expect.soft(await service.send('query', partyOf(service.context))).toConform();
});

const payments = documentedOperations.filter(({ family }) => family === 'payment').map(({ id }) => id);

for (const earlier of [...payments, ...orderOperations]) {
  test(
    `answers the query after ${earlier} as documented`,
    about('query', { quick: true, needs: [...prerequisites(earlier), earlier] }),
    async ({ service }) => {
      await withRetries(async () => service.send(earlier, await validBody(service, earlier)));
      expect.soft(await service.send('query', partyOf(service.context))).toConform();
    },
  );
}

test(
  'answers the query after a subscription as documented',
  about('query', { needs: ['direct-payment'], clauses: ['2.10/subscription_result/listed'] }),
  async ({ service }) => {
    await subscribe(service);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
  },
);

test(
  'answers the query after a payment that is not approved as documented',
  about('query', { needs: ['direct-payment'] }),
  async ({ service }) => {
    const shape = service.shapeOf('direct-payment');
    const others = paymentsByOtherCards(service.plain('direct-payment'), shape, service.seed);
    await service.sendAll('direct-payment', others);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
  },
);

test(
  'answers at most 100 orders, with texts of every class as paid',
  about('query', { needs: ['direct-payment'], clauses: ['2.10/order/as-paid', '8/query/answer-limit'] }),
  async ({ service }) => {
    const drawn = drawPayments(paymentsFor(service, service.context, service.seed, textClassCount));
    const texts = withListedTexts(drawn, service.context, service.seed);
    const paid = await service.sendAll('direct-payment', texts);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
    await service.pay(101 - paid.filter(({ judgement }) => judgement.outcome === 'accepted').length);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
  },
);

test(
  'lists orders in many currencies as they were paid',
  about('query', { needs: ['direct-payment'], clauses: ['2.10/currency/as-paid'] }),
  async ({ service }) => {
    await payInCurrencies(service);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
  },
);
