import { partyOf } from '../generators/situations.ts';
import { leftOut } from '../schemas/left-out.ts';
import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';

test(
  'answers at the path that the target file supplies',
  about('optimise-payment-methods'),
  async ({ service, target: { optimise } }) => {
    // Without a path it is not tested (4.12).
    const { body } =
      optimise ?? service.cannot(`${leftOut.optimise}, and the target file supplies none (optimise)`);
    await service.send('optimise-payment-methods', { ...partyOf(service.context), ...body });
  },
);
