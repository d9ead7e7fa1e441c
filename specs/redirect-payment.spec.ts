import { sample } from '../generators/seed.ts';
import { validRequest } from '../generators/valid.ts';
import { clausesOf } from '../schemas/clauses.ts';
import { about } from './support/about.ts';
import { expect } from './support/expect.ts';
import { describeRequests } from './support/request-situations.ts';
import { test } from './support/test.ts';

describeRequests('redirect-payment');

const shownByTheBrowser = clausesOf('redirect-payment')
  .filter(({ needsBrowser }) => needsBrowser)
  .map(({ id }) => id);

for (const shape of ['minimal', 'full', 'unicode'] as const) {
  test(
    `posts a page of ${shape} shape by itself in a browser`,
    about('redirect-payment', { browser: true, clauses: shownByTheBrowser }),
    async ({ service, visit }) => {
      const [made] = sample(validRequest('redirect-payment', service.context, shape), service.seed, 1);
      const visited = await service.send('redirect-payment', made ?? {}, { visit });
      expect(visited).toConform();
      service.need(visited);
    },
  );
}
