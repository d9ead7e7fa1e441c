import { about } from './support/fixtures/about.ts';
import { test } from './support/fixtures/test.ts';
import { optimiseBody } from './support/optimise.ts';

test(
  'answers at the path that the target file supplies',
  about('optimise-payment-methods'),
  async ({ service, target }) => {
    await service.send('optimise-payment-methods', optimiseBody(service, target));
  },
);
