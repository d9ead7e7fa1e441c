import { orderOperations } from '../../generators/moves.ts';
import { refundOfTheRest, unknownOrders } from '../../generators/orders.ts';
import type { JsonObject } from '../../schemas/types.ts';
import type { Caller } from './caller.ts';
import { batch, bodyOf, featuredPayment, otherAccount, paidOrder, party, pay } from './journey.ts';

const payments = ['direct-payment', 'apm-payment', 'redirect-payment'] as const;

async function callBatches(caller: Caller): Promise<void> {
  const declining = { ...bodyOf('direct-payment', 'minimal'), card: '4000000000000002' };
  for (const operation of orderOperations) {
    const declined = await caller.send('direct-payment', { ...declining, order_no: `${operation}-declined` });
    const subscribed = await caller.send('direct-payment', featuredPayment(`${operation}-subscribed`));
    const orders = [
      ...unknownOrders(1, 1),
      ...(await pay(caller, 2, `${operation}-rare`)),
      ...[declined, subscribed].flatMap(paidOrder),
      ...(await pay(caller, 1, `${operation}-theirs`, otherAccount)),
    ];
    await caller.send(operation, batch(operation, orders));
    await caller.send('query', party);
  }
}

async function callRefunds(caller: Caller): Promise<void> {
  const [often, twice] = [await pay(caller, 1, 'often'), await pay(caller, 1, 'twice')];
  for (let number = 1; number <= 10; number += 1) await caller.send('refund', batch('refund', often));
  const part = batch('refund', twice, 0.4);
  await caller.send('refund', part);
  await caller.send('refund', refundOfTheRest(part));
}

async function callUnderUsedNumbers(caller: Caller): Promise<void> {
  const send = (operation: (typeof payments)[number], order_no: string, who: JsonObject = {}) =>
    caller.send(operation, { ...bodyOf(operation, 'minimal'), order_no, ...who });
  for (const later of payments) {
    for (const earlier of payments.filter((operation) => operation !== later)) {
      await send(earlier, `${later} of ${earlier}`);
      await send(later, `${later} of ${earlier}`);
    }
    await caller.send('query', party);
    await send(later, `${later} of two accounts`);
    await send(later, `${later} of two accounts`, otherAccount);
  }
}

/** Puts an endpoint into the situations that faults of one rare situation need. */
export async function callRarely(caller: Caller): Promise<void> {
  await callBatches(caller);
  await callRefunds(caller);
  await callUnderUsedNumbers(caller);
  const { beneficiary: _, ...known } = bodyOf('payout');
  await caller.send('payout', known);
}
