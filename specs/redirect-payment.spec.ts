import { about, quick, type TestRow, test } from './fixtures/index.ts';
import * as request from './support/request-situations.ts';

/** The situations of a redirect payment (2.8, 4.3): what the tests send, and the clauses that they are about. */
const situations: readonly TestRow[] = [
  ['answers a request of minimal shape as documented', request.ofShape('minimal')],
  ['answers a request of full shape as documented', request.ofShape('full')],
  ['answers a request of unicode shape as documented', request.ofShape('unicode')],
  ['answers a request of long shape as documented', request.ofShape('long'), quick()],
  ['conforms for any subset of the documented fields', request.anySubset],
  ['answers every class of values in every field', request.everyClass, { clauses: ['2.14/formats'] }],
  ['meets every boundary of the request without a crash', request.boundaries],
];

test.describe('redirect-payment', () => {
  for (const [title, act, subject] of situations)
    test(title, about('redirect-payment', subject), async ({ service, harness }) =>
      act(service, 'redirect-payment', harness),
    );
});
