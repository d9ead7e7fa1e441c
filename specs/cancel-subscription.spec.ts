import { orderOperations } from '../generators/moves.ts';
import { batchOf } from '../generators/orders.ts';
import { partyOf } from '../generators/situations.ts';
import { about, expect, paid, quick, test } from './fixtures/index.ts';
import { coverSubscriptions } from './support/covering/covering-subscriptions.ts';
import { inTurn } from './support/in-turn.ts';
import { subscribe, subscribeOrder } from './support/orders/subscribe.ts';
import { probeBoundaries } from './support/probe.ts';
import { withRetries } from './support/retries.ts';
import { validBody } from './support/valid-body.ts';

test(
  'shows a cancelled subscription as inactive from then on',
  about('cancel-subscription', {
    quick: true,
    needs: ['direct-payment', 'query'],
    clauses: ['4.8/inactived/own-answer', '4.8/inactived/later-query'],
  }),
  async ({ service }) => {
    const cancelled = await withRetries(async () =>
      service.send('cancel-subscription', await validBody(service, 'cancel-subscription')),
    );
    expect.soft(cancelled).toConform();
    service.need(cancelled);
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
  },
);

test(
  'answers a second cancellation without a crash',
  about('cancel-subscription', quick(paid())),
  async ({ service }) => {
    const body = { ...partyOf(service.context), ...(await subscribe(service)) };
    const answers = await inTurn(service, [
      () => service.send('cancel-subscription', body),
      () => service.send('cancel-subscription', body, { intent: 'odd' }),
    ]);
    for (const first of answers.slice(0, 1)) expect.soft(first).toConform();
  },
);

test(
  'answers the cancellation of an unknown subscription without a crash',
  about('cancel-subscription'),
  async ({ service }) => {
    const body = {
      ...partyOf(service.context),
      recurring_id: `${service.context.prefix}-none`,
      contract_name: 'none',
    };
    await service.send('cancel-subscription', body, { intent: 'odd' });
  },
);

for (const move of orderOperations) {
  test(
    `answers the cancellation of a subscription between two calls of ${move}`,
    about('cancel-subscription', { needs: ['direct-payment', move] }),
    async ({ service }) => {
      const { order, subscription } = await subscribeOrder(service);
      const batch = batchOf(move, [order], service.context, service.seed, { part: 0.5 });
      const body = { ...partyOf(service.context), ...subscription };
      await inTurn(service, [
        () => service.send(move, batch),
        () => service.send('cancel-subscription', body),
        () => service.send(move, batch),
      ]);
    },
  );
}

test(
  'answers every class of values in the name of a contract',
  about('cancel-subscription', paid('2.14/formats')),
  async ({ service, harness }) => coverSubscriptions(service, harness),
);

test(
  'meets every boundary of the request without a crash',
  about('cancel-subscription'),
  async ({ service }) => {
    await probeBoundaries(service, 'cancel-subscription');
  },
);
