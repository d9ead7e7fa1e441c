import { documentedOperations } from '../../../schemas/operations.ts';
import type { Deviation } from './deviation.ts';
import { batchDeviations } from './deviations-batches.ts';
import { pageDeviations } from './deviations-page.ts';
import { ruleDeviations } from './deviations-rules.ts';
import { wireDeviations } from './deviations-wire.ts';
import { mutationsOf } from './mutations.ts';

/** Every deviating exchange of the corpus: found in the schemas, and written by hand. */
export const deviations: readonly Deviation[] = [
  ...documentedOperations.flatMap(({ id }) => (id === 'redirect-payment' ? [] : mutationsOf(id))),
  ...wireDeviations,
  ...batchDeviations,
  ...ruleDeviations,
  ...pageDeviations,
];
