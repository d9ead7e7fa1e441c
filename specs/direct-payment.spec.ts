import { paymentsByOtherCards } from '../generators/card-payments.ts';
import { about } from './support/about.ts';
import { expect } from './support/expect.ts';
import { describeRequests } from './support/request-situations.ts';
import { test } from './support/test.ts';

describeRequests('direct-payment');

test('answers a payment that is not approved as documented', about('direct-payment'), async ({ service }) => {
  const context = service.plain('direct-payment');
  for (const made of paymentsByOtherCards(context, service.shapeOf('direct-payment'), service.seed))
    expect(await service.send('direct-payment', made)).toConform();
});
