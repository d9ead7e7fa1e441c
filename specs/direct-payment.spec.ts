import { paymentsByOtherCards } from '../generators/card-payments.ts';
import { about, expect, quick, type TestRow, test } from './fixtures/index.ts';
import { withStoredCard } from './support/orders/special-payments.ts';
import * as request from './support/request-situations.ts';
import { withRetries } from './support/retries.ts';

/** The situations of a direct payment (2.6, 4.1): what the tests send, and the clauses that they are about. */
const situations: readonly TestRow[] = [
  ['answers a request of minimal shape as documented', request.ofShape('minimal')],
  ['answers a request of full shape as documented', request.ofShape('full')],
  ['answers a request of unicode shape as documented', request.ofShape('unicode'), quick()],
  ['answers a request of long shape as documented', request.ofShape('long'), quick()],
  ['conforms for any subset of the documented fields', request.anySubset],
  ['answers every class of values in every field', request.everyClass, { clauses: ['2.14/formats'] }],
  ['meets every boundary of the request without a crash', request.boundaries],
];

test.describe('direct-payment', () => {
  for (const [title, act, subject] of situations)
    test(title, about('direct-payment', subject), async ({ service, harness }) =>
      act(service, 'direct-payment', harness),
    );
});

test('answers a payment that is not approved as documented', about('direct-payment'), async ({ service }) => {
  const context = service.plain('direct-payment');
  for (const made of paymentsByOtherCards(context, service.shapeOf('direct-payment'), service.seed))
    expect.soft(await service.send('direct-payment', made)).toConform();
});

test(
  'answers a payment with the token that an earlier payment returned',
  about('direct-payment', quick()),
  async ({ service }) => {
    const body = await withStoredCard(service);
    expect
      .soft(await withRetries(() => service.send('direct-payment', body, { caseName: 'stored card' })))
      .toConform();
  },
);
