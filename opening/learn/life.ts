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

/** Most requests that the life of an order is learned with. */
const mostForLife = 400;
/** Calls of the order that tries the life in the end. */
const callsOfTrial = 6;
/** How often a call that is turned away for now is asked for again. */
const mostTurnedAway = 4;

/** Where an order is after calls that were done. */
interface Place {
  readonly done: readonly LifeCall[];
  /** What each call did there. */
  readonly arrows: Map<LifeCall, Arrow>;
  /** What the query shows of orders there. */
  shows?: string;
  /** The first place that nothing tells from it. */
  state?: Place;
}

/** How a call was answered. */
interface Answered {
  readonly outcome: LifeOutcome;
  /** Status of the result entry. */
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

/** Tells whether nothing tells two places apart: what the query shows there, what each call does, and what it shows then. */
function isAlike(one: Place, other: Place): boolean {
  const seen = ({ shows, arrows }: Place) =>
    [...arrows.values()].map(({ outcome, to }) => [outcome, outcome === 'refused' ? shows : to.shows]);
  return one.shows === other.shows && JSON.stringify(seen(one)) === JSON.stringify(seen(other));
}

/**
 * Learns the states of an order and what each call does in each of them; the learner keeps it, as far as it came. A call that is
 * refused leaves an order where it is, so that one order is asked for all calls until one is done.
 */
export async function learnLife(learner: Learner): Promise<void> {
  const calls = callsOf(learner);
  const { asker, hopes, settings } = learner;
  const { target } = settings;
  if (calls.length === 0) return;
  if (calls.some((call) => hopes.waitsMs(operationsOf[call]) > 0))
    throw new LearningEnded('as payments settle by time, and no search shows when');
  const first = asker.exchanges.length;
  /** Where the order of each transaction is. */
  const places = new Map<string, Place>();
  const root = newPlace();
  let open = [root];
  const states: Place[] = [];

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

  /** Pays for an order, and asks for calls over it one after the other until one is another than it should be; says how each went. */
  const play = async (
    word: readonly LifeCall[],
    isExpected: (at: number, outcome: LifeOutcome) => boolean,
  ) => {
    if (asker.exchanges.length - first >= mostForLife)
      throw new LearningEnded(`after ${mostForLife} requests`);
    const order = await learner.pay('life of an order: a payment');
    await learner.ripen('refund', order);
    const { context, seed } = learner.hand('full');
    const refunds: string[] = [];
    const answers: Answered[] = [];
    for (const [at, call] of word.entries()) {
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
      answers.push({ outcome, status: entryStatus(judged) });
      if (!isExpected(at, outcome)) break;
    }
    return { order, answers };
  };

  /** Asks for calls at a place until one is done there; returns those that are left then. */
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
    const judged = await lookingAs('life of an order: what the query shows', asker, target)('query');
    for (const { transaction_id, payment_status } of judged === undefined ? [] : entriesIn(judged)) {
      const [place, status] = [places.get(String(transaction_id)), scalarText(payment_status)];
      if (judged !== undefined && place !== undefined && status !== undefined)
        place.shows = redactTextOf(judged, status).slice(0, 20);
    }
  };

  /** Asks for calls that a seed draws, and tells whether the life foretells each of them. */
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
    // Where results settle later, each call costs requests that follow it.
    const settles = calls.some((call) => hopes.pendingOf(operationsOf[call]).length > 0);
    if (!settles && !(await isForetold()))
      throw new LearningEnded('where the same calls had another outcome before');
  } finally {
    // What was left open stands by itself.
    for (const place of open) place.state = place;
    const learned = lifeOf([...states, ...open], calls);
    if (learned.arrows.length > 0) learner.life = learned;
  }
}

/** The life of states, each named after what was done on the shortest way to it. */
function lifeOf(states: readonly Place[], calls: readonly LifeCall[]): Life {
  const names = states.map(({ done }) => stateName(done));
  const nameOf = (state: Place): string => {
    const at = states.indexOf(state);
    const same = names.slice(0, at).filter((name) => name === names[at]).length;
    return same === 0 ? (names[at] ?? '') : `${names[at]} ${same + 1}`;
  };
  return {
    from: 'learned',
    states: states.map((state) => ({ name: nameOf(state), ...given({ shows: state.shows }) })),
    arrows: states.flatMap((state) =>
      calls.flatMap((call) => {
        const { outcome, status, to } = state.arrows.get(call) ?? {};
        if (outcome === undefined || to?.state === undefined) return [];
        return [{ from: nameOf(state), call, outcome, ...given({ status }), to: nameOf(to.state) }];
      }),
    ),
  };
}
