import { clientWith, payOut, sentBody, situationOf } from '../../generators/situations.ts';
import { isDone } from '../../schemas/history/states.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { participles } from '../answer-words.ts';
import type { Learner } from './learner.ts';
import { isTrialAccepted, type Trial } from './learner.ts';

/** Learns how the service refuses wrong callers: unknown accounts and merchants, wrong or missing signatures. */
export async function learnRefusedCallers(learner: Learner): Promise<void> {
  const body = situationOf('query').body(learner.requester.testData('full'));
  if (body === undefined) return;
  const trials = [
    { defect: 'an unknown account', body: { ...body, account_id: 'unknown-account' }, how: {} },
    { defect: 'an unknown merchant', body: { ...body, merchant_id: 'unknown-merchant' }, how: {} },
    { defect: 'a wrong signature', body, how: { signature: 'f'.repeat(64) } },
    { defect: 'no signature', body, how: { signature: null } },
  ];
  for (const { defect, body: own, how } of trials)
    learner.answered(defect, await learner.send('query', own, { caseName: defect, ...how }));
}

/** Learns how payments are refused that differ in one thing from an accepted one, including cards that decline. */
export async function learnRefusedPayments(learner: Learner, body: JsonObject): Promise<void> {
  const operation = 'direct-payment';
  const ask = async (defect: string, more: JsonObject, how: Partial<Trial> = {}) =>
    learner.answered(
      defect,
      await learner.send(operation, { ...body, ...more }, { caseName: defect, ...how }),
    );
  const order_no = learner.newNumber();
  const keepsNumber = true;
  if (await learner.passes(operation, { ...body, order_no }, { caseName: 'an order number', keepsNumber }))
    await ask('an order number used twice', { order_no }, { keepsNumber });
  await ask('a card that has expired', { expiration_year: '2020' });
  await ask('an amount of nothing', { amount: '0.00', item_total: '0.00' });
  const { cards } = learner.settings.target;
  for (const { outcome, resultCode, ...card } of cards.filter((one) => one.outcome === 'decline'))
    await ask(`a card that declines${resultCode === undefined ? '' : ` with ${resultCode}`}`, { ...card });
}

/** Learns how a payout with a used `request_id` is answered. Makes one payout. */
export async function learnRepeatedPayout(learner: Learner): Promise<void> {
  const { context, seed, shape } = learner.testData('full');
  const client = clientWith(learner.requester, { caseName: 'a request_id' });
  const { judged, transaction_id } = await payOut(client, { context, seed, shape });
  if (!isTrialAccepted(judged) || transaction_id === undefined) return;
  const defect = 'a request_id used twice';
  learner.answered(
    defect,
    await learner.requester.send('payout', sentBody(judged), { caseName: defect, intent: 'odd' }),
  );
}

/** Learns how batches are answered that repeat what the opening saw done. */
export async function learnRepeated(learner: Learner, operation: 'capture' | 'refund'): Promise<void> {
  const body = situationOf(operation).body(learner.requester.testData('full'));
  const isTwice = learner.requester.exchanges.some(
    (one) => one.exchange.operation === operation && isDone(one),
  );
  if (body === undefined || !isTwice) return;
  const defect = `a ${operation} of what was ${participles[operation]}`;
  learner.answered(defect, await learner.send(operation, body, { caseName: defect }));
}
