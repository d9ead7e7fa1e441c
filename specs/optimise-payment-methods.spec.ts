import { about } from './support/about.ts';
import { optimiseBody } from './support/optimise.ts';
import { test } from './support/test.ts';

test(
  'answers at the path that the target file supplies',
  about('optimise-payment-methods'),
  async ({ service, target }) => {
    await service.send('optimise-payment-methods', optimiseBody(service, target));
  },
);
