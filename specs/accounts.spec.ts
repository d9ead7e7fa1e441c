import { batchOf } from '../generators/orders.ts';
import { partyOf } from '../generators/situations.ts';
import { documentedOperations } from '../schemas/operations.ts';
import { about, expect, paid, quick, test } from './fixtures/index.ts';
import { bodyAs, otherAccount, payAs } from './support/accounts.ts';
import { tamper } from './support/authentication.ts';
import { inTurn } from './support/in-turn.ts';
import { subscribe } from './support/orders/subscribe.ts';
import { withRetries } from './support/retries.ts';
import { bodyOf } from './support/sendable.ts';
import { prerequisites, validBody } from './support/valid-body.ts';

test(
  'keeps the orders of two accounts apart in the query',
  about('query', quick(paid('2.10/account-separation'))),
  async ({ service, harness }) => {
    const other = otherAccount(service, harness);
    // An account without orders is queried too.
    expect.soft(await service.send('query', partyOf(other), { asGenerated: true })).toConform();
    await payAs(service, other, 2);
    await service.pay(1);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
    expect.soft(await service.send('query', partyOf(other), { asGenerated: true })).toConform();
  },
);

test(
  'keeps the refunds of two accounts apart in the refund search',
  about('refund-search', {
    needs: ['direct-payment', 'refund'],
    clauses: ['2.11/account-separation'],
  }),
  async ({ service, harness }) => {
    const other = otherAccount(service, harness);
    expect.soft(await service.send('refund-search', partyOf(other), { asGenerated: true })).toConform();
    const theirs = batchOf('refund', await payAs(service, other, 2, 'refund'), other, service.seed, {
      part: 0.5,
    });
    await service.send('refund', theirs, { asGenerated: true });
    const ours = batchOf('refund', await service.pay(1, 'refund'), service.context, service.seed, {
      part: 0.5,
    });
    await service.send('refund', ours);
    expect.soft(await service.send('refund-search', partyOf(service.context))).toConform();
    expect.soft(await service.send('refund-search', partyOf(other), { asGenerated: true })).toConform();
  },
);

test(
  'refuses a query of a second account with a signature that is not its own',
  about('query', { clauses: ['5.1/signature-checked', '5.1/signature-required'] }),
  async ({ service, harness, target }) => {
    await tamper(service, target, 'query', partyOf(otherAccount(service, harness)));
  },
);

// The tests above cover the searches; the page tests check the account that a page posts for.
const checkedOperations = documentedOperations.filter(
  ({ lists, answers }) => lists === undefined && answers !== 'html',
);

for (const { id } of checkedOperations) {
  test(
    `answers ${id} of a second account under that account`,
    about(id, { quick: true, needs: prerequisites(id) }),
    async ({ service, harness }) => {
      const other = otherAccount(service, harness);
      const judged = await withRetries(async (attempt) =>
        service.send(id, await bodyAs(service, id, other, attempt), { asGenerated: true }),
      );
      expect.soft(judged).toConform();
    },
  );
}

for (const { id } of checkedOperations.filter(({ family }) => family === 'payment')) {
  test(
    `answers ${id} of an order number that another account has`,
    about(id, quick()),
    async ({ service, harness }) => {
      const { account_id } = otherAccount(service, harness);
      const body = bodyOf(await validBody(service, id));
      await inTurn(service, [
        () => service.send(id, body, { asGenerated: true }),
        () => service.send(id, { ...body, account_id }, { asGenerated: true }),
      ]);
    },
  );
}

for (const { id } of checkedOperations.filter(({ batch }) => batch !== undefined)) {
  test(
    `answers an entry of ${id} for an order of another account`,
    about(id, quick(paid('2.9/account-separation'))),
    async ({ service, harness }) => {
      const other = otherAccount(service, harness);
      const judged = await withRetries(async (attempt) => {
        const theirs = await payAs(service, other, 1, id, attempt);
        const orders = [...(await service.pay(1, id)), ...theirs];
        return service.send(id, batchOf(id, orders, service.context, service.seed));
      });
      expect.soft(judged).toConform();
    },
  );
}

test(
  'answers the cancellation of a subscription of another account',
  about('cancel-subscription', paid('2.12/account-separation')),
  async ({ service, harness }) => {
    const other = otherAccount(service, harness);
    const judged = await withRetries(async (attempt) => {
      const theirs = await subscribe(service, other, attempt);
      const body = { ...partyOf(service.context), ...theirs };
      return service.send('cancel-subscription', body, { intent: 'odd' });
    });
    expect.soft(judged).toConform();
  },
);
