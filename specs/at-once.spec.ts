import { pairs } from '../schemas/rules/run/at-once.ts';
import { about, test } from './fixtures/index.ts';
import { askAtOnce } from './support/at-once.ts';

for (const pair of pairs) {
  const [one, other] = pair.calls;
  test(
    `explains ${one} and ${other} at the same time`,
    about(other, {
      needs: [...new Set(['direct-payment', one] as const)].filter((needed) => needed !== other),
      clauses: ['1.3/at-once/explainable'],
    }),
    async ({ service, harness }) => askAtOnce(service, harness.settings, pair),
  );
}
