import { documentedOperations } from '../../../schemas/operations.ts';
import type { Deviation } from './deviation.ts';
import { batchDeviations } from './deviations-batches.ts';
import { pageDeviations } from './deviations-page.ts';
import { ruleDeviations } from './deviations-rules.ts';
import { wireDeviations } from './deviations-wire.ts';
import { mutationsOf } from './mutations.ts';

/** Without its only mark, an answer is judged as a result where later calls show that the request was done. */
function asTaken(deviation: Deviation): Deviation {
  if (deviation.clause !== '2.7/issuer_url/present') return deviation;
  const { exchange } = deviation;
  return { ...deviation, exchange: { ...exchange, sent: { ...exchange.sent, taken: true } } };
}

/** Every deviating exchange of the corpus: found in the schemas, and written by hand. */
export const deviations: readonly Deviation[] = [
  ...documentedOperations.flatMap(({ id }) =>
    id === 'redirect-payment' ? [] : mutationsOf(id).map(asTaken),
  ),
  ...wireDeviations,
  ...batchDeviations,
  ...ruleDeviations,
  ...pageDeviations,
];
