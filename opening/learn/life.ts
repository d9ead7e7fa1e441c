import { batchOf, refundOfTheRest } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { redactTextOf } from '../../reports/redact.ts';
import { defined } from '../../schemas/defined.ts';
import {
  type Life,
  type LifeCall,
  type LifeOutcome,
  lifeCalls,
  stateName,
} from '../../schemas/history/life.ts';
import { entriesIn, entryOutcome, scalarText } from '../../schemas/history/outcome.ts';
import { stateOf, stateOfEntry } from '../../schemas/history/states.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import { refusalOf } from '../../targets/sending/budget.ts';
import { entryStatus, searchAs } from '../settle.ts';
import { isTrialAccepted, type Learner, LearningEnded, UnclearAnswer } from './learner.ts';

/** Maximum number of requests to learn the life of an order. */
const mostForLife = 400;
/** Number of calls that verify the learned life at the end. */
const callsOfTrial = 6;
/** Maximum number of retries of a throttled call. */
const mostTurnedAway = 4;

/** The position of an order after a sequence of done calls. */
interface Place {
  readonly done: readonly LifeCall[];
  /** The result of each call there. */
  readonly arrows: Map<LifeCall, Arrow>;
  /** The status that the query shows there. */
  shows?: string;
  /** The first place that cannot be distinguished from it. */
  state?: Place;
}

/** The answer to a call. */
interface Answered {
  readonly outcome: LifeOutcome;
  /** The status of the result entry. */
  readonly status: string | undefined;
}

interface Arrow extends Answered {
  readonly to: Place;
}

const newPlace = (...done: readonly LifeCall[]): Place => ({ done, arrows: new Map() });

const operationsOf: Readonly<Record<LifeCall, DocumentedOperationId>> = {
  capture: 'capture',
  review: 'review',
  cancel: 'cancel',
  'refund part': 'refund',
  'refund rest': 'refund',
};

/** The calls whose operation may be sent; partial refunds only if the target has them. */
function callsOf({ expectations, settings: { target, operations } }: Learner): readonly LifeCall[] {
  return (Object.keys(lifeCalls) as LifeCall[]).filter((call) => {
    const operation = operationsOf[call];
    const isAsked =
      operations.includes(operation) &&
      refusalOf(operation, target) === undefined &&
      expectations.lost(operation) === undefined;
    return isAsked && (call !== 'refund part' || target.refunds !== 'whole');
  });
}

/** True if two places cannot be distinguished by the query, the outcome of each call, and the query after it. */
function isAlike(one: Place, other: Place): boolean {
  const seen = ({ shows, arrows }: Place) =>
    [...arrows.values()].map(({ outcome, to }) => [outcome, outcome === 'refused' ? shows : to.shows]);
  return one.shows === other.shows && JSON.stringify(seen(one)) === JSON.stringify(seen(other));
}

/**
 * Learns the states of an order and the result of each call in each of them; a partial result is kept, too. A refused
 * call does not change an order, so that one order serves several calls until one is done.
 */
export async function learnLife(learner: Learner): Promise<void> {
  const calls = callsOf(learner);
  const { requester, expectations, settings } = learner;
  const { target } = settings;
  if (calls.length === 0) return;
  if (calls.some((call) => expectations.waitsMs(operationsOf[call]) > 0))
    throw new LearningEnded('as payments settle by time, and no search shows when');
  const first = requester.exchanges.length;
  /** The place of each order, by its transaction. */
  const places = new Map<string, Place>();
  const root = newPlace();
  let open = [root];
  const states: Place[] = [];

  const outcomeOf = async (
    operation: DocumentedOperationId,
    judged: JudgedExchange,
  ): Promise<LifeOutcome> => {
    if (!isTrialAccepted(judged, target.statuses)) return 'refused';
    const [entry] = entriesIn(judged);
    const own = entry && stateOfEntry(operation, entry, target.statuses);
    if (own === 'done') return 'accepted';
    if (own === 'pending' || expectations.pendingOf(operation).includes(entryStatus(judged) ?? ''))
      return 'pending';
    // A call that may have been done is not repeated.
    if (entry !== undefined && entryOutcome(operationOf(operation), entry, target.statuses) === 'refused')
      return 'refused';
    throw new UnclearAnswer(judged);
  };

  /** Pays for an order and makes calls on it until one has an unexpected outcome; returns all answers. */
  const play = async (
    word: readonly LifeCall[],
    isExpected: (at: number, outcome: LifeOutcome) => boolean,
  ) => {
    if (requester.exchanges.length - first >= mostForLife)
      throw new LearningEnded(`after ${mostForLife} requests`);
    const order = await learner.pay('life of an order: a payment');
    await learner.ripen('refund', order);
    const { context, seed } = learner.testData('full');
    const refunds: string[] = [];
    const answers: Answered[] = [];
    for (const [at, call] of word.entries()) {
      const operation = operationsOf[call];
      // Separately drawn refunds have different reasons, so that they do not look like duplicates.
      const drawn = (part: number) =>
        batchOf(operation, [order], context, deriveSeed(seed, String(at)), { part }).body;
      const isRest = call === 'refund rest' && refunds.join() === 'refund part';
      const body = isRest ? refundOfTheRest(drawn(0.6)) : drawn(call === 'refund part' ? 0.6 : 1);
      const caseName = `life of an order: ${word.slice(0, at + 1).join(', ')}`;
      const ask = () => requester.send(operation, body, { caseName, intent: 'odd' });
      let judged = await ask();
      // A throttled call was not done.
      for (let times = 0; times < mostTurnedAway && stateOf(judged).state === 'throttled'; times += 1)
        judged = await ask();
      const outcome = await outcomeOf(operation, judged);
      if (outcome === 'pending') await learner.ripen(operation, order);
      if (outcome !== 'refused' && operation === 'refund') refunds.push(call);
      answers.push({ outcome, status: entryStatus(judged) });
      if (!isExpected(at, outcome)) break;
    }
    return { order, answers };
  };

  /** Makes calls at a place until one is done; returns the remaining calls. */
  const askAt = async (place: Place, left: readonly LifeCall[]): Promise<readonly LifeCall[]> => {
    const { done, arrows } = place;
    const { order, answers } = await play([...done, ...left], (at, outcome) =>
      at < done.length ? outcome !== 'refused' : outcome === 'refused',
    );
    if (answers.length < done.length || answers[done.length - 1]?.outcome === 'refused')
      throw new LearningEnded(`where the same calls had another outcome before (${done.join(', ')})`);
    let to = place;
    const asked = left.slice(0, answers.length - done.length);
    for (const [at, answered] of answers.slice(done.length).entries()) {
      const call = asked[at] as LifeCall;
      if (answered.outcome !== 'refused') to = newPlace(...done, call);
      arrows.set(call, { ...answered, to });
    }
    places.set(order.transaction_id, to);
    return left.slice(asked.length);
  };

  const look = async (): Promise<void> => {
    const judged = await searchAs('life of an order: what the query shows', requester, target)('query');
    for (const { transaction_id, payment_status } of judged === undefined ? [] : entriesIn(judged)) {
      const [place, status] = [places.get(String(transaction_id)), scalarText(payment_status)];
      if (judged !== undefined && place !== undefined && status !== undefined)
        place.shows = redactTextOf(judged, status).slice(0, 20);
    }
  };

  /** Makes calls drawn from the seed; returns whether the learned life predicts each outcome. */
  const isForetold = async (): Promise<boolean> => {
    const word = Array.from(
      { length: callsOfTrial },
      (_call, at) => calls[deriveSeed(settings.seed, 'life', String(at)) % calls.length] as LifeCall,
    );
    let place = root;
    let isSo = true;
    await play(word, (at, outcome) => {
      const arrow = place.arrows.get(word[at] as LifeCall);
      isSo = arrow?.outcome === outcome;
      place = arrow?.to.state ?? root;
      return isSo;
    });
    return isSo;
  };

  try {
    await askAt(root, []);
    while (open.length > 0) {
      for (const place of open) for (let left = calls; left.length > 0; ) left = await askAt(place, left);
      await look();
      for (const place of open) {
        place.state = states.find((one) => isAlike(one, place)) ?? place;
        if (place.state === place) states.push(place);
      }
      const told = open
        .filter((place) => place.state === place)
        .flatMap(({ arrows }) => [...arrows.values()]);
      open = told.flatMap(({ outcome, to }) => (outcome === 'refused' ? [] : [to]));
    }
    // If results settle later, each call costs follow-up requests.
    const settles = calls.some((call) => expectations.pendingOf(operationsOf[call]).length > 0);
    if (!settles && !(await isForetold()))
      throw new LearningEnded('where the same calls had another outcome before');
  } finally {
    // Unfinished places are states of their own.
    for (const place of open) place.state = place;
    const learned = lifeOf([...states, ...open], calls);
    if (learned.arrows.length > 0) learner.life = learned;
  }
}

/** The life with its states, each named after the shortest sequence of calls to it. */
function lifeOf(states: readonly Place[], calls: readonly LifeCall[]): Life {
  const names = states.map(({ done }) => stateName(done));
  const nameOf = (state: Place): string => {
    const at = states.indexOf(state);
    const same = names.slice(0, at).filter((name) => name === names[at]).length;
    return same === 0 ? (names[at] ?? '') : `${names[at]} ${same + 1}`;
  };
  return {
    from: 'learned',
    states: states.map((state) => ({ name: nameOf(state), ...defined({ shows: state.shows }) })),
    arrows: states.flatMap((state) =>
      calls.flatMap((call) => {
        const { outcome, status, to } = state.arrows.get(call) ?? {};
        if (outcome === undefined || to?.state === undefined) return [];
        return [{ from: nameOf(state), call, outcome, ...defined({ status }), to: nameOf(to.state) }];
      }),
    ),
  };
}
