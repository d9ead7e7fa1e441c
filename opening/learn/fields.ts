import { batchOf } from '../../generators/orders.ts';
import { coreMembersOf } from '../../schemas/contract.ts';
import { defined } from '../../schemas/defined.ts';
import { objectsOf } from '../../schemas/history/outcome.ts';
import { isDone } from '../../schemas/history/states.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { answeredWords } from '../answer-words.ts';
import { isTrialAccepted, type Learner, leaveOut, leavesOf } from './learner.ts';
import { culpritsAmong } from './searches.ts';

/** Payments with the amount in the body, whose optional fields are learned. */
export const learnedPayments = ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const;

/** Fields that define the request, besides those that the document obliges the caller to send. */
const essential = ['payment_method', 'source_amount', 'source_currency'] as const;

/** Learns and returns the required fields by bisection; those that another operation required are tried one by one. */
export async function learnRequired(
  learner: Learner,
  operation: DocumentedOperationId,
  body: JsonObject,
  suspects: readonly string[],
): Promise<readonly string[]> {
  let required: readonly string[] = [];
  const row = { clause: '2.14/required-request-fields', operation, subject: 'required fields' } as const;
  await learner.learns(row, async () => {
    const sure = new Set([...coreMembersOf(operation), ...essential]);
    const candidates = leavesOf(body).filter((path) => !sure.has(path));
    const without = (paths: readonly string[]) => leaveOut(body, new Set(paths));
    const passes = (paths: readonly string[], caseName = `without ${paths.length} fields`) =>
      learner.passes(operation, without(paths), { caseName });
    required = await culpritsAmong(candidates, passes, suspects);
    const [first] = required;
    if (first === undefined)
      return { value: 'none', says: `none of ${candidates.length} further fields is required` };
    const optional = candidates.filter((path) => !required.includes(path));
    // If fields depend on each other, those found one by one may not suffice together.
    const holds = await passes(optional, 'with the required fields alone');
    const refusal = holds
      ? await learner.send(operation, without([first]), { caseName: `without ${first}` })
      : undefined;
    learner.answered('a required field left out', refusal);
    const also = holds ? '' : '; what else it wants depends on fields that belong together';
    return {
      value: required.join(', '),
      says: `${required.length} further fields are required, ${optional.length} are not${also}`,
      ...defined({ answered: refusal && answeredWords(refusal) }),
    };
  });
  return required;
}

/** Batches with entries about a payment of the caller. */
export const learnedBatches = ['capture', 'cancel', 'refund'] as const;

type Batch = (typeof learnedBatches)[number];

// Without this member the payment is unknown.
const essentialInEntries = new Set(['transaction_id']);

/** Learns which fields a batch entry requires. Each trial has its own payment, as a payment is captured only once. */
export async function learnEntryFields(learner: Learner, operation: Batch): Promise<void> {
  const { requester } = learner;
  const { field } = operationOf(operation).batch ?? { field: '' };
  let last: JudgedExchange | undefined;
  /** The body and its entry for a new payment; ends the learning if there is none. */
  const fresh = async () => {
    const order = await learner.pay(`a payment to ${operation}`);
    await learner.prepare(operation, order);
    const { context, seed } = learner.testData('full');
    const { body } = batchOf(operation, [order], context, seed, { part: 1 });
    const [entry = {}] = objectsOf(body[field]);
    return { body, entry: Object.entries(entry) };
  };
  const passes = async (names: readonly string[]) => {
    const { body, entry } = await fresh();
    const kept = Object.fromEntries(entry.filter(([name]) => !names.includes(name)));
    const caseName = names.length === 0 ? 'a whole entry' : `an entry without ${names.join(', ')}`;
    last = await requester.send(operation, { ...body, [field]: [kept] }, { caseName, intent: 'odd' });
    isTrialAccepted(last);
    return isDone(last);
  };
  const subject = 'required fields of an entry';
  await learner.learns({ clause: '2.14/required-request-fields', operation, subject }, async () => {
    const { entry } = await fresh();
    const candidates = entry.map(([name]) => name).filter((name) => !essentialInEntries.has(name));
    // A service that settles later or requires something else first shows nothing about fields.
    if (candidates.length === 0 || !(await passes([]))) return undefined;
    let refusal: JudgedExchange | undefined;
    const required = await culpritsAmong(candidates, async (names) => {
      const passed = await passes(names);
      if (!passed && names.length === 1) refusal = last;
      return passed;
    });
    learner.answered('a required field of an entry left out', refusal);
    return {
      value: required.length === 0 ? 'none' : required.join(', '),
      says: `${required.length} of ${candidates.length} fields besides transaction_id are required`,
      ...defined({ answered: refusal && answeredWords(refusal) }),
    };
  });
}
