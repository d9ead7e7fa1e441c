import { drawRequest } from '../generators/drawn.ts';
import { payoutBetweenCurrencies } from '../generators/many-currencies.ts';
import { about, expect, quick, type TestRow, test } from './fixtures/index.ts';
import * as request from './support/request-situations.ts';

/** The situations of a payout (2.13, 4.11): what the tests send, and the clauses that they are about. */
const situations: readonly TestRow[] = [
  ['answers a request of minimal shape as documented', request.ofShape('minimal'), quick()],
  ['answers a request of full shape as documented', request.ofShape('full')],
  ['answers a request of unicode shape as documented', request.ofShape('unicode'), quick()],
  ['answers a request of long shape as documented', request.ofShape('long')],
  ['conforms for any subset of the documented fields', request.anySubset],
  ['answers every class of values in every field', request.everyClass, { clauses: ['2.14/formats'] }],
  ['meets every boundary of the request without a crash', request.boundaries],
];

test.describe('payout', () => {
  for (const [title, act, subject] of situations)
    test(title, about('payout', subject), async ({ service, harness }) => act(service, 'payout', harness));
});

test(
  'answers a payout between two currencies as documented',
  about('payout', { clauses: ['2.13/payment_currency/echo'] }),
  async ({ service }) => {
    const made = payoutBetweenCurrencies(service.plain('payout'), service.shapeOf('payout'), service.seed);
    expect.soft(await service.send('payout', made)).toConform();
  },
);

test(
  'answers a payout to a beneficiary that is named by id alone',
  about('payout', quick()),
  async ({ service }) => {
    const made = drawRequest('payout', service.plain('payout'), 'full', service.seed);
    const { beneficiary: _, ...body } = made.body;
    expect.soft(await service.send('payout', body)).toConform();
  },
);
