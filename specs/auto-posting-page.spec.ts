import { drawRequest } from '../generators/drawn.ts';
import { clausesOf } from '../schemas/clauses.ts';
import { about, expect, test } from './fixtures/index.ts';
import { bodyAs, otherAccount } from './support/accounts.ts';
import { cover } from './support/covering/cover.ts';
import { coveringRequests, pagesOf, scriptsEverywhere } from './support/covering/covering-requests.ts';
import { withRetries } from './support/retries.ts';

const shownByTheBrowser = clausesOf('redirect-payment')
  .filter(({ needsBrowser }) => needsBrowser)
  .map(({ id }) => id);

// One worker runs these one after another, so that a run starts one browser for all of them.
test.describe.configure({ mode: 'default' });

for (const shape of ['minimal', 'full', 'unicode', 'long'] as const) {
  test(
    `posts a page of ${shape} shape by itself in a browser`,
    about('redirect-payment', { clauses: shownByTheBrowser }),
    async ({ service, visit }) => {
      const made = drawRequest('redirect-payment', service.context, shape, service.seed);
      const visited = await service.send('redirect-payment', made, { visit });
      expect.soft(visited).toConform();
      service.need(visited);
    },
  );
}

test(
  'posts a page of a second account under that account',
  about('redirect-payment', { clauses: ['2.8/account_id/identity'] }),
  async ({ service, harness, visit }) => {
    const other = otherAccount(service, harness);
    const visited = await withRetries(async (attempt) =>
      service.send('redirect-payment', await bodyAs(service, 'redirect-payment', other, attempt), {
        visit,
        asGenerated: true,
      }),
    );
    expect.soft(visited).toConform();
  },
);

test(
  'runs no value of a request as a script of its page',
  about('redirect-payment', { clauses: ['2.8/page/script-in-value'] }),
  async ({ service, harness, visit }) => {
    const covering = coveringRequests(service, harness, 'redirect-payment');
    await service.send('redirect-payment', scriptsEverywhere(covering), {
      visit,
      asGenerated: true,
      caseName: 'script-in-any-place in every field',
      carries: { class: 'script-in-any-place' },
    });
  },
);

test(
  'posts every class of values as it was sent',
  about('redirect-payment', { clauses: ['2.8/inputs/repeated-value'] }),
  async ({ service, harness, visit }) => {
    await cover(service, harness, pagesOf(coveringRequests(service, harness, 'redirect-payment'), visit));
  },
);
