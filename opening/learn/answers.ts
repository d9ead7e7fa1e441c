import { payOut, portWith, sentBody, situationOf } from '../../generators/situations.ts';
import { redactTextOf } from '../../reports/redact.ts';
import { entriesIn } from '../../schemas/history/outcome.ts';
import { isDone } from '../../schemas/history/states.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import { doneTo, headerOf, holdsCode, membersIn, statusOf } from '../answer-words.ts';
import type { Learner } from './learner.ts';
import { isTaken, type Trial } from './learner.ts';

/** What a service that refuses without a word of why is asked: who it does not know, and whom it does not believe. */
export async function learnRefusedCallers(learner: Learner): Promise<void> {
  const body = situationOf('query').body(learner.asker.hand('full'));
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

/** Learns how payments are refused that differ in one thing from an accepted one, the cards that decline among them. */
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

/** Learns how a payout is answered whose `request_id` was used before, with its own payout. */
export async function learnRepeatedPayout(learner: Learner): Promise<void> {
  const { context, seed, shape } = learner.hand('full');
  const port = portWith(learner.asker, { caseName: 'a request_id' });
  const { judged, transaction_id } = await payOut(port, { context, seed, shape });
  if (!isTaken(judged) || transaction_id === undefined) return;
  const defect = 'a request_id used twice';
  learner.answered(
    defect,
    await learner.asker.send('payout', sentBody(judged), { caseName: defect, intent: 'odd' }),
  );
}

/** Learns how batches are answered that ask again for what the opening saw done. */
export async function learnRepeated(learner: Learner, operation: 'capture' | 'refund'): Promise<void> {
  const body = situationOf(operation).body(learner.asker.hand('full'));
  const isTwice = learner.asker.exchanges.some((one) => one.exchange.operation === operation && isDone(one));
  if (body === undefined || !isTwice) return;
  const defect = `a ${operation} of what was ${doneTo[operation]}`;
  learner.answered(defect, await learner.send(operation, body, { caseName: defect }));
}

/** Most different results of one operation that are told. */
const mostResults = 8;

// What comes before the colon is the code; what follows is for people, and may name an order.
const longestCode = 20;

function code(value: unknown): string {
  const [first = ''] = typeof value === 'string' || typeof value === 'number' ? String(value).split(':') : [];
  return first.length <= longestCode ? first : '';
}

/** The codes of an answer in one line: status, envelope, result, and those of its first entry. */
function codesOf(judged: JudgedExchange): string {
  const [entry = {}] = entriesIn(judged);
  const named = { ...entry, ...membersIn(judged) };
  const told = Object.entries(named).flatMap(([name, value]) =>
    holdsCode(name) && code(value) !== '' ? [`${name} ${code(value)}`] : [],
  );
  return redactTextOf(judged, [`HTTP ${statusOf(judged)}`, ...told.toSorted()].join(', '));
}

/** Learns which results were met, each with the exchange that got it; nothing is sent for it. */
export function learnResults({ asker, learned }: Learner): void {
  const met = new Map<OperationId, Map<string, JudgedExchange>>();
  for (const judged of asker.exchanges) {
    if (judged.exchange.received.kind === 'none') continue;
    const { operation } = judged.exchange;
    const own = met.get(operation) ?? new Map<string, JudgedExchange>();
    met.set(operation, own);
    const codes = codesOf(judged);
    if (!own.has(codes) && own.size < mostResults) own.set(codes, judged);
  }
  for (const operation of operationIds)
    for (const [value, judged] of met.get(operation) ?? [])
      learned.push({
        clause: '7.7/codes',
        operation,
        subject: 'result met',
        value,
        says: `the answer to "${judged.exchange.origin.caseName ?? operation}"`,
        exchanges: [judged.exchange.id],
      });
}

/** Learns after how many requests the service asked to come back later, where it did. */
export function learnRateLimit({ asker, learned }: Learner): void {
  const at = asker.exchanges.findIndex((judged) => statusOf(judged) === 429);
  const judged = asker.exchanges[at];
  if (judged === undefined) return;
  const wait = headerOf(judged, 'retry-after');
  learned.push({
    clause: '8/rate-limits',
    operation: judged.exchange.operation,
    subject: 'rate limit',
    value:
      wait === undefined ? 'no time is named' : `come back after ${redactTextOf(judged, wait).slice(0, 40)}`,
    says: `request ${at + 1} of the opening is answered 429`,
    exchanges: [judged.exchange.id],
  });
}
