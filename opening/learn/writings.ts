import { batchOf, unknownOrders } from '../../generators/orders.ts';
import { situationOf } from '../../generators/situations.ts';
import { objectOf } from '../../schemas/json.ts';
import type { Writing } from '../../schemas/opening.ts';
import { writings } from '../../schemas/opening.ts';
import { isBatch, operationOf } from '../../schemas/operations.ts';
import { entriesOf, membersOf } from '../../schemas/outcome.ts';
import { isAccepted, mayBeDone } from '../../schemas/states.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { answeredWords, statusOf } from '../answer-words.ts';
import { idsSince } from '../ask.ts';
import { isSameAnswer } from '../same-answer.ts';
import { type Learner, LearningEnded } from './learner.ts';

/** A request whose answer shows whether its body was read, whatever becomes of it. */
interface Probe {
  readonly body: JsonObject;
  /** The request in the usual writing, where it was sent. */
  readonly control?: JudgedExchange;
  isRead(judged: JudgedExchange): boolean;
}

const nameOf = ({ encoding, contentType }: Writing) => `${encoding} as ${contentType}`;

function listsEntry(operation: DocumentedOperationId, { judgement }: JudgedExchange): boolean {
  const row = operationOf(operation);
  return entriesOf(row, membersOf(row, judgement.answer ?? {})).length > 0;
}

/** A batch over an order that nobody has: whoever reads it answers an entry, and no money moves. */
async function batchProbe(
  learner: Learner,
  operation: DocumentedOperationId,
  isMet: boolean,
): Promise<Probe | undefined> {
  const { context, seed } = learner.hand('full');
  const { body } = batchOf(operation, unknownOrders(1, seed, context), context, seed, { part: 1 });
  const probe: Probe = { body, isRead: (judged) => listsEntry(operation, judged) };
  if (!isMet) return probe;
  const control = await learner.send(operation, body, { caseName: 'an unknown order' });
  learner.answered('an unknown order', control);
  return probe.isRead(control) ? { ...probe, control } : undefined;
}

/** A cancellation of a subscription that nobody has, where it is refused in other words than a body without fields. */
async function subscriptionProbe(learner: Learner, isMet: boolean): Promise<Probe | undefined> {
  const { merchant_id, account_id, prefix } = learner.asker.hand('full').context;
  const body = { merchant_id, account_id, recurring_id: `${prefix}-none`, contract_name: 'none' };
  const control = await learner.send('cancel-subscription', body, { caseName: 'an unknown subscription' });
  if (!isMet) return { body, isRead: (judged) => !isSameAnswer(control, judged) };
  learner.answered('an unknown subscription', control);
  const empty = await learner.send('cancel-subscription', {}, { caseName: 'a body without fields' });
  if (isSameAnswer(control, empty)) return undefined;
  return { body, control, isRead: (judged) => isSameAnswer(control, judged) };
}

async function probeOf(
  learner: Learner,
  operation: DocumentedOperationId,
  isMet: boolean,
): Promise<Probe | undefined> {
  if (isBatch(operation)) return batchProbe(learner, operation, isMet);
  if (operation === 'cancel-subscription') return subscriptionProbe(learner, isMet);
  const body = situationOf(operation).body(learner.hand('full'));
  if (body === undefined || operationOf(operation).lists === undefined || !isMet)
    return body && { body, isRead: isAccepted };
  // A search that lists nothing need not say that it succeeded.
  const control = await learner.send(operation, body, { caseName: 'a search' });
  return { body, control, isRead: (judged) => isAccepted(judged) || isSameAnswer(control, judged) };
}

function isSentAs(
  judged: JudgedExchange | undefined,
  { encoding, contentType }: Writing,
): judged is JudgedExchange {
  const sent = judged?.exchange.sent;
  return sent?.encoding === encoding && sent.headers['content-type'] === contentType;
}

/** Learns in which encodings and under which Content-Types the body of an operation is read; `isMet` says that the usual one is. */
export async function learnWritings(
  learner: Learner,
  operation: DocumentedOperationId,
  isMet: boolean,
): Promise<void> {
  const { asker, learned, keys, settings } = learner;
  const before = asker.exchanges.length;
  const probe = await probeOf(learner, operation, isMet);
  if (probe === undefined) return;
  const read: Writing[] = [];
  let unread: JudgedExchange | undefined;
  for (const writing of writings) {
    const judged = isSentAs(probe.control, writing)
      ? probe.control
      : await learner.send(operation, probe.body, { ...writing, caseName: nameOf(writing) });
    const isDoubtful = mayBeDone(judged) && !probe.isRead(judged);
    if (judged.exchange.received.kind === 'none' || statusOf(judged) === 429 || isDoubtful)
      throw new LearningEnded(`at an answer that tells nothing: ${answeredWords(judged)}`);
    if (probe.isRead(judged)) read.push(writing);
    else unread ??= judged;
  }
  // Where the one that is known to be read is not among them, the answers tell something else.
  if (read.length === 0) return;
  learner.answered('a body of a type that is not read', unread);
  const others = writings.filter((writing) => !read.includes(writing));
  learned.push({
    clause: '4/body-type/matrix',
    operation,
    subject: 'body types',
    value: read.map(nameOf).join(', '),
    says: others.length === 0 ? 'all that were tried' : `not ${others.map(nameOf).join(', ')}`,
    exchanges: idsSince(asker, before),
  });
  const [first] = read;
  const isNamed = settings.target.encodings[operation] !== undefined;
  if (first === undefined || isNamed || isMet) return;
  const usual = writings.find(({ encoding }) => encoding === first.encoding);
  keys.encodings = {
    ...objectOf(keys.encodings),
    [operation]: first === usual ? { encoding: first.encoding } : { ...first },
  };
}
