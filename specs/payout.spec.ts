import { drawRequest } from '../generators/drawn.ts';
import { payoutBetweenCurrencies } from '../generators/many-currencies.ts';
import { expect } from './support/expect.ts';
import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';
import { describeRequests } from './support/request-situations.ts';

describeRequests('payout');

test(
  'answers a payout between two currencies as documented',
  about('payout', { clauses: ['2.13/payment_currency/echo'] }),
  async ({ service }) => {
    const made = payoutBetweenCurrencies(service.plain('payout'), service.shapeOf('payout'), service.seed);
    expect(await service.send('payout', made)).toConform();
  },
);

test('answers a payout to a beneficiary that is named by id alone', about('payout'), async ({ service }) => {
  const made = drawRequest('payout', service.plain('payout'), 'full', service.seed);
  const { beneficiary: _, ...body } = made.body;
  expect(await service.send('payout', body)).toConform();
});
