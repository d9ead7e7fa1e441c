import { batchOf, refundOfTheRest } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { redactTextOf } from '../../reports/redact.ts';
import { given } from '../../schemas/given.ts';
import {
  type Life,
  type LifeCall,
  type LifeOutcome,
  lifeCalls,
  stateName,
} from '../../schemas/history/life.ts';
import { entriesIn, scalarText } from '../../schemas/history/outcome.ts';
import { stateOf, stateOfEntry } from '../../schemas/history/states.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import { refusalOf } from '../../targets/sending/budget.ts';
import { entryStatus, isCertainlyRefused, lookingAs } from '../settle.ts';
import { isTaken, type Learner, LearningEnded, Unclear } from './learner.ts';
import { keyOf, type Mealy, machineLearner, NotAMachine, type Word } from './machine.ts';

/** Most requests that the life of an order is learned with. */
const mostForLife = 400;
/** Letters of the word drawn at random that tries the machine in the end. */
const lettersOfWalk = 6;
/** How often a call that is turned away for now is asked for again. */
const mostTurnedAway = 4;

const operationsOf: Readonly<Record<LifeCall, DocumentedOperationId>> = {
  capture: 'capture',
  review: 'review',
  cancel: 'cancel',
  'refund part': 'refund',
  'refund rest': 'refund',
};

/** The calls whose operation may be asked for, a refund of a part only where parts are refunded. */
function callsOf({ hopes, settings: { target, operations } }: Learner): readonly LifeCall[] {
  return (Object.keys(lifeCalls) as LifeCall[]).filter((call) => {
    const operation = operationsOf[call];
    const isAsked =
      operations.includes(operation) &&
      refusalOf(operation, target) === undefined &&
      hopes.lost(operation) === undefined;
    return isAsked && (call !== 'refund part' || target.refunds !== 'whole');
  });
}

/**
 * Learns the states of an order and what each call does in each of them, with a new payment for each word of calls; the learner
 * keeps it, as far as it came.
 */
export async function learnLife(learner: Learner): Promise<void> {
  const calls = callsOf(learner);
  const { hopes } = learner;
  const slow = calls.some((call) => hopes.waitsMs(operationsOf[call]) > 0);
  if (calls.length === 0) return;
  if (slow) throw new LearningEnded('as payments settle by time, and no search shows when');
  const { asker, settings } = learner;
  const { target } = settings;
  const first = asker.exchanges.length;
  const ends = new Map<string, string>();
  const statuses = new Map<string, string>();

  const outcomeOf = async (
    operation: DocumentedOperationId,
    judged: JudgedExchange,
  ): Promise<LifeOutcome> => {
    if (!isTaken(judged, target.statuses)) return 'refused';
    const [entry] = entriesIn(judged);
    const own = entry && stateOfEntry(operation, entry, target.statuses);
    if (own === 'done') return 'accepted';
    if (own === 'pending' || hopes.pendingOf(operation).includes(entryStatus(judged) ?? '')) return 'pending';
    // What may have been done is not asked for again.
    if (await isCertainlyRefused(judged, asker, target)) return 'refused';
    throw new Unclear(judged);
  };

  const play = async (word: Word): Promise<readonly LifeOutcome[]> => {
    if (asker.exchanges.length - first >= mostForLife)
      throw new LearningEnded(`after ${mostForLife} requests`);
    const order = await learner.pay('life of an order: a payment');
    await learner.ripen('refund', order);
    const { context, seed } = learner.hand('full');
    const refunds: string[] = [];
    const outcomes: LifeOutcome[] = [];
    for (const [at, call] of (word as readonly LifeCall[]).entries()) {
      const operation = operationsOf[call];
      // Two refunds that are drawn apart have their own reasons, so that nobody takes them for one that was sent twice.
      const drawn = (part: number) =>
        batchOf(operation, [order], context, deriveSeed(seed, String(at)), { part }).body;
      const isRest = call === 'refund rest' && refunds.join() === 'refund part';
      const body = isRest ? refundOfTheRest(drawn(0.6)) : drawn(call === 'refund part' ? 0.6 : 1);
      const caseName = `life of an order: ${word.slice(0, at + 1).join(', ')}`;
      const ask = () => asker.send(operation, body, { caseName, intent: 'odd' });
      let judged = await ask();
      // What was turned away was not done.
      for (let times = 0; times < mostTurnedAway && stateOf(judged).state === 'throttled'; times += 1)
        judged = await ask();
      const outcome = await outcomeOf(operation, judged);
      if (outcome === 'pending') await learner.ripen(operation, order);
      if (outcome !== 'refused' && operation === 'refund') refunds.push(call);
      outcomes.push(outcome);
      const status = entryStatus(judged);
      if (status !== undefined)
        statuses.set(keyOf(word.slice(0, at + 1)), redactTextOf(judged, status).slice(0, 20));
    }
    ends.set(order.transaction_id, keyOf(word));
    return outcomes;
  };
  const shown = async (): Promise<ReadonlyMap<string, string>> => {
    const judged = await lookingAs('life of an order: what the query shows', asker, target)('query');
    const records = judged === undefined ? [] : entriesIn(judged);
    return new Map(
      records.flatMap(({ transaction_id, payment_status }) => {
        const key = ends.get(String(transaction_id));
        const status = scalarText(payment_status);
        return judged === undefined || key === undefined || status === undefined
          ? []
          : [[key, redactTextOf(judged, status).slice(0, 20)]];
      }),
    );
  };

  const stays = (outcome: string) => outcome === 'refused';
  // Where results settle later, each word costs requests that follow them.
  const settles = calls.some((call) => hopes.pendingOf(operationsOf[call]).length > 0);
  const walks = settles ? [] : [randomWord(calls, settings.seed)];
  const machine = machineLearner(calls, { play, shown, stays }, walks);
  try {
    await machine.run();
  } catch (error) {
    if (!(error instanceof NotAMachine)) throw error;
    throw new LearningEnded(error.message);
  } finally {
    const learned = lifeOf(machine.machine(), calls, statuses);
    if (learned.arrows.length > 0) learner.life = learned;
  }
}

function randomWord(letters: Word, seed: number): Word {
  return Array.from(
    { length: lettersOfWalk },
    (_letter, at) => letters[deriveSeed(seed, 'life', String(at)) % letters.length] ?? '',
  );
}

/** The machine with names that do not depend on the order in which it was learned: what was done on the shortest way to a state. */
function lifeOf({ states }: Mealy, calls: Word, statuses: ReadonlyMap<string, string>): Life {
  const ways = new Map<number, { readonly done: Word; readonly word: Word }>([[0, { done: [], word: [] }]]);
  for (const [state, { done, word }] of ways)
    for (const call of calls) {
      const arrow = states[state]?.arrows.get(call);
      if (arrow === undefined || ways.has(arrow.to)) continue;
      ways.set(arrow.to, {
        done: arrow.output === 'refused' ? done : [...done, call],
        word: [...word, call],
      });
    }
  const names = new Map<number, string>();
  for (const [state, { done }] of ways) {
    const name = stateName(done);
    const same = [...names.values()].filter((one) => one.replace(/ \d+$/, '') === name).length;
    names.set(state, same === 0 ? name : `${name} ${same + 1}`);
  }
  const nameOf = (state: number) => names.get(state) ?? '';
  return {
    from: 'learned',
    states: [...ways.keys()].map((state) => ({
      name: nameOf(state),
      ...given({ shows: states[state]?.shows }),
    })),
    arrows: [...ways].flatMap(([state, { word }]) =>
      calls.flatMap((call) => {
        const arrow = states[state]?.arrows.get(call);
        if (arrow === undefined) return [];
        const status = statuses.get(keyOf([...word, call]));
        const outcome = arrow.output as LifeOutcome;
        return [{ from: nameOf(state), call, outcome, ...given({ status }), to: nameOf(arrow.to) }];
      }),
    ),
  };
}
