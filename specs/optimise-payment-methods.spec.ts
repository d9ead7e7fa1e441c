import { partyOf } from '../generators/situations.ts';
import { skipReasons } from '../schemas/skip-reasons.ts';
import { about, test } from './fixtures/index.ts';

test(
  'answers at the path that the target file supplies',
  about('optimise-payment-methods'),
  async ({ service, target: { optimise } }) => {
    // The document shows no path (4.12), so there is no test without one.
    const { body } =
      optimise ?? service.cannot(`${skipReasons.optimise}, and the target file supplies none (optimise)`);
    await service.send('optimise-payment-methods', { ...partyOf(service.context), ...body });
  },
);
