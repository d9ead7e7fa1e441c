import { payoutBetweenCurrencies } from '../generators/payout-currencies.ts';
import { about } from './support/about.ts';
import { expect } from './support/expect.ts';
import { describeRequests } from './support/request-situations.ts';
import { test } from './support/test.ts';

describeRequests('payout');

test(
  'answers a payout between two currencies as documented',
  about('payout', { clauses: ['2.13/payment_currency/echo'] }),
  async ({ service }) => {
    const made = payoutBetweenCurrencies(service.plain('payout'), service.shapeOf('payout'), service.seed);
    expect(await service.send('payout', made)).toConform();
  },
);
