import { paymentsByOtherCards } from '../generators/card-payments.ts';
import { expect } from './support/expect.ts';
import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';
import { withStoredCard } from './support/orders/special-payments.ts';
import { describeRequests } from './support/request-situations.ts';
import { withRetries } from './support/retries.ts';

describeRequests('direct-payment');

test('answers a payment that is not approved as documented', about('direct-payment'), async ({ service }) => {
  const context = service.plain('direct-payment');
  for (const made of paymentsByOtherCards(context, service.shapeOf('direct-payment'), service.seed))
    expect(await service.send('direct-payment', made)).toConform();
});

test(
  'answers a payment with the token that an earlier payment returned',
  about('direct-payment'),
  async ({ service }) => {
    const body = await withStoredCard(service);
    expect(
      await withRetries(() => service.send('direct-payment', body, { caseName: 'stored card' })),
    ).toConform();
  },
);
