import { about, paid, quick, type TestRow, test } from './fixtures/index.ts';
import * as batch from './support/batch-situations.ts';

/** The situations of a cancellation (2.9, 4.7, 8): what the tests send, and the clauses that they are about. */
const situations: readonly TestRow[] = [
  // The longest comes first.
  ['meets every boundary of the request without a crash', batch.boundaries, paid()],
  ['answers one result entry per order', batch.fivePayments, paid('1.3/one-result-per-order')],
  ['keeps the limit of 50 orders', batch.limit, quick(paid('8/cancel/at-limit', '8/cancel/over-limit'))],
  ['answers an entry for each order that it does not know', batch.unknown],
  ['answers a batch of every size up to the limit', batch.everySize],
  ['answers orders in many currencies', batch.manyCurrencies, paid('2.9/currency/echo')],
  ['answers known and unknown orders of one batch alike', batch.knownAndUnknown, quick(paid())],
  ['takes an empty batch and repeated entries without a crash', batch.emptyAndRepeated, paid()],
  ['conforms for any batch of paid orders', batch.anyBatch, paid()],
  ['answers every class of values in every field', batch.everyClass, paid('2.14/formats')],
];

test.describe('cancel', () => {
  for (const [title, act, subject] of situations)
    test(title, about('cancel', subject), async ({ service, harness }) => act(service, 'cancel', harness));
});
