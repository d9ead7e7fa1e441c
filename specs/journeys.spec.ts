import { orderMoves } from '../generators/moves.ts';
import { batchOf } from '../generators/orders.ts';
import { playSequence, sequences } from '../generators/sequences.ts';
import { partyOf } from '../generators/situations.ts';
import { about, expect, test } from './fixtures/index.ts';
import { inTurn } from './support/in-turn.ts';
import { sendBoth, sendOnceSettled, stagesOf } from './support/move-on.ts';
import { checkProperty } from './support/property.ts';

const everyOrderOperation = [
  'query',
  'capture',
  'review',
  'cancel',
  'refund',
  'refund-search',
  'cancel-subscription',
  'payout',
] as const;

test(
  'agrees with itself about an order from payment to refund search',
  about('direct-payment', { needs: ['capture', 'refund', 'query', 'refund-search'] }),
  async ({ service }) => {
    const orders = await service.pay(2, 'capture', 'divisible');
    const moves = await inTurn(service, [
      () => service.send('capture', batchOf('capture', orders, service.context, service.seed)),
      () => service.send('query', partyOf(service.context)),
      () => sendOnceSettled(service, 'refund', orders),
      () => sendOnceSettled(service, 'refund', orders),
    ]);
    for (const judged of moves) expect.soft(judged).toConform();
    expect.soft(await service.send('refund-search', partyOf(service.context))).toConform();
    expect.soft(await service.send('query', partyOf(service.context))).toConform();
  },
);

test(
  'conforms along any sequence of operations',
  about('direct-payment', { needs: everyOrderOperation }),
  async ({ service, harness }) => {
    const stageOf = stagesOf(service);
    // In turn, because each sequence would list the orders of the others.
    await checkProperty(
      { service, harness, inTurn: true },
      sequences(service.context, { steps: 12, paysOut: harness.settings.operations.includes('payout') }),
      async (sequence, situation) => {
        const { stage, exchanges } = stageOf(situation);
        await playSequence(sequence, stage);
        return exchanges;
      },
    );
  },
);

for (const [earlier, later] of orderMoves) {
  test(
    `answers ${later} of an order after its ${earlier}`,
    about(later, { quick: true, needs: ['direct-payment', earlier] }),
    async ({ service }) => {
      expect.soft(await sendBoth(service, earlier, later)).toConform();
    },
  );
}
