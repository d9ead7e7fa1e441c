import { situationOf } from '../../generators/situations.ts';
import { given } from '../../schemas/given.ts';
import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { entriesOf, entrySucceeded, membersOf } from '../../schemas/outcome.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { answeredWords } from '../answer-words.ts';
import { bodyOf } from '../ask.ts';
import { culpritsAmong } from './culprits.ts';
import { type Learner, LearningEnded } from './learner.ts';

/** Batches whose entries are about a payment of the caller. */
export const learnedBatches = ['capture', 'cancel', 'refund'] as const;

type Batch = (typeof learnedBatches)[number];

// Without it nobody knows which payment is meant.
const essential = new Set(['transaction_id']);

function entryOf(operation: Batch, body: JsonObject): JsonObject {
  const { batch } = operationOf(operation);
  const list = batch === undefined ? undefined : body[batch.field];
  const [entry] = Array.isArray(list) ? list : [];
  return isObject(entry) ? entry : {};
}

function withEntry(operation: Batch, body: JsonObject, entry: JsonObject): JsonObject {
  const { batch } = operationOf(operation);
  return batch === undefined ? body : { ...body, [batch.field]: [entry] };
}

function isDone(operation: Batch, { judgement }: JudgedExchange): boolean {
  const row = operationOf(operation);
  const entries = entriesOf(row, membersOf(row, judgement.answer ?? {}));
  return (
    judgement.outcome === 'accepted' && entries.length > 0 && entries.every((one) => entrySucceeded(row, one))
  );
}

/**
 * Learns which fields an entry of a batch requires. Each trial is about a payment of its own, since what was captured once
 * is captured; `captures` says that a refund comes after a capture.
 */
export async function learnEntryFields(
  { asker, learned }: Learner,
  operation: Batch,
  captures: boolean,
): Promise<void> {
  const before = asker.exchanges.length;
  let last: JudgedExchange | undefined;
  /** The body for a new payment; ends learning where there is none. */
  const fresh = async (): Promise<JsonObject> => {
    const payment = bodyOf('direct-payment', asker.freshHand('full'));
    const paid =
      payment && (await asker.send('direct-payment', payment, { caseName: `a payment to ${operation}` }));
    const hand = () => {
      const all = asker.hand('full');
      const last = all.orders.slice(-1);
      // Whichever of the paid orders the situation would take, it is this one.
      return { ...all, orders: [...last, ...last] };
    };
    const body = paid?.judgement.outcome === 'accepted' ? situationOf(operation).body(hand()) : undefined;
    if (body === undefined) throw new LearningEnded(`where no payment to ${operation} was accepted`);
    const capture = captures ? situationOf('capture').body(hand()) : undefined;
    if (capture !== undefined) await asker.send('capture', capture, { caseName: `before ${operation}` });
    return body;
  };
  const passes = async (names: readonly string[]) => {
    const body = await fresh();
    const entry = Object.entries(entryOf(operation, body)).filter(([name]) => !names.includes(name));
    last = await asker.send(operation, withEntry(operation, body, Object.fromEntries(entry)), {
      caseName: names.length === 0 ? 'a whole entry' : `an entry without ${names.join(', ')}`,
      intent: 'odd',
    });
    const { outcome } = last.judgement;
    if (outcome === 'none' || outcome === 'unclear')
      throw new LearningEnded(`at an answer that tells nothing: ${answeredWords(last)}`);
    return isDone(operation, last);
  };
  const candidates = Object.keys(entryOf(operation, await fresh())).filter((name) => !essential.has(name));
  // A service that settles later, or wants something else first, tells nothing about fields.
  if (candidates.length === 0 || !(await passes([]))) return;
  let refusal: JudgedExchange | undefined;
  const required = await culpritsAmong(candidates, async (names) => {
    const passed = await passes(names);
    if (!passed && names.length === 1) refusal = last;
    return passed;
  });
  learned.push({
    clause: '2.14/required-request-fields',
    operation,
    subject: 'required fields of an entry',
    value: required.length === 0 ? 'none' : required.join(', '),
    says: `${required.length} of ${candidates.length} fields beside transaction_id are required`,
    ...given({ answered: refusal && answeredWords(refusal) }),
    exchanges: asker.exchanges.slice(before).map(({ exchange }) => exchange.id),
  });
}
