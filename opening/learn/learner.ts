import { orderNumberFrom } from '../../generators/order-number.ts';
import { requestIdOf } from '../../generators/request-id.ts';
import type { Learned } from '../../schemas/opening.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { Settings } from '../../targets/settings.ts';
import { answeredWords } from '../answer-words.ts';
import type { Asker, Asking } from '../ask.ts';
import { openingContext } from '../opening-context.ts';

/** Why learning about one operation ended early. */
export class LearningEnded extends Error {}

/** What one request of learning is about. */
export interface Trial extends Omit<Asking, 'intent'> {
  /** The order number is what it is about, and stays. */
  readonly keepsNumber?: true;
}

/** Sends what learning asks, each request an order of its own, and keeps what it learned. */
export interface Learner {
  readonly asker: Asker;
  readonly settings: Settings;
  readonly learned: Learned[];
  /** Keys of the target file that say what was learned. */
  readonly keys: Record<string, JsonObject | string>;
  /** A new order number as the run writes them. */
  newNumber(): string;
  /** Sends a body with an order number or request id of its own, in a request that nobody promised to accept. */
  send(operation: DocumentedOperationId, body: JsonObject, how: Trial): Promise<JudgedExchange>;
  /** Whether a request is accepted; throws `LearningEnded` when the answer tells nothing. */
  passes(operation: DocumentedOperationId, body: JsonObject, how: Trial): Promise<boolean>;
}

/** Most requests that one run learns with. */
const mostRequests = 400;

/** Makes the learner of an opening. */
export function createLearner(asker: Asker, settings: Settings): Learner {
  const context = openingContext(settings);
  const before = asker.exchanges.length;
  let made = 0;
  const ownText = () => {
    made += 1;
    return `${settings.runId}-learn-${made.toString(36)}`;
  };
  const learner: Learner = {
    asker,
    settings,
    learned: [],
    keys: {},
    newNumber: () => orderNumberFrom(context, ownText()),
    async send(operation, body, { keepsNumber, ...how }) {
      if (asker.exchanges.length - before >= mostRequests)
        throw new LearningEnded(`after ${mostRequests} requests, which is the most that a run learns with`);
      const numbered = 'order_no' in body && keepsNumber !== true;
      const own = {
        ...body,
        ...(numbered ? { order_no: learner.newNumber() } : {}),
        ...('request_id' in body ? { request_id: requestIdOf(ownText()) } : {}),
      };
      return asker.send(operation, own, { ...how, intent: 'odd' });
    },
    async passes(operation, body, how) {
      const judged = await learner.send(operation, body, how);
      const { outcome } = judged.judgement;
      if (outcome === 'none' || outcome === 'unclear')
        throw new LearningEnded(`at an answer that tells nothing: ${answeredWords(judged)}`);
      return outcome === 'accepted';
    },
  };
  return learner;
}
