import { batchOf } from '../../generators/orders.ts';
import { coreOf } from '../../schemas/contract.ts';
import { given } from '../../schemas/given.ts';
import { isDone } from '../../schemas/history/states.ts';
import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { answeredWords } from '../answer-words.ts';
import { isTaken, type Learner, leaveOut, leavesOf } from './learner.ts';
import { culpritsAmong } from './searches.ts';

/** Requests that say themselves what is paid: their fields may be left out one by one. */
export const learnedPayments = ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const;

/** Fields without which it would be another request, besides those that the document obliges the caller to send. */
const essential = ['payment_method', 'source_amount', 'source_currency'] as const;

/**
 * Learns which documented fields a service requires: they are left out of an accepted request in groups, then halved.
 * Returns them; what another operation required is suspected, and tried one by one.
 */
export async function learnRequired(
  learner: Learner,
  operation: DocumentedOperationId,
  body: JsonObject,
  suspects: readonly string[],
): Promise<readonly string[]> {
  const { asker } = learner;
  const before = asker.exchanges.length;
  const sure = new Set([...coreOf(operation), ...essential]);
  const candidates = leavesOf(body).filter((path) => !sure.has(path));
  const without = (paths: readonly string[]) => leaveOut(body, new Set(paths));
  const required = await culpritsAmong(
    candidates,
    (paths) => learner.passes(operation, without(paths), { caseName: `without ${paths.length} fields` }),
    suspects,
  );
  const optional = candidates.filter((path) => !required.includes(path));
  // Where fields depend on each other, what was found one by one need not hold together.
  const holds =
    required.length === 0 ||
    (await learner.passes(operation, without(optional), { caseName: 'with the required fields alone' }));
  const [first] = required;
  const refusal =
    first === undefined || !holds
      ? undefined
      : await learner.send(operation, without([first]), { caseName: `without ${first}` });
  learner.answered('a required field left out', refusal);
  learner.keep(before, {
    clause: '2.14/required-request-fields',
    operation,
    subject: 'required fields',
    value: required.length === 0 ? 'none' : required.join(', '),
    says: saysOf(required, optional.length, holds),
    ...given({ answered: refusal && answeredWords(refusal) }),
  });
  return required;
}

function saysOf(required: readonly string[], optional: number, holds: boolean): string {
  if (required.length === 0) return `none of ${optional} further fields is required`;
  const also = holds ? '' : '; what else it wants depends on fields that belong together';
  return `${required.length} further fields are required, ${optional} are not${also}`;
}

/** Batches whose entries are about a payment of the caller. */
export const learnedBatches = ['capture', 'cancel', 'refund'] as const;

type Batch = (typeof learnedBatches)[number];

// Without it the payment is unknown.
const essentialInEntries = new Set(['transaction_id']);

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

/**
 * Learns which fields an entry of a batch requires. Each trial is about its own payment, since what was captured once
 * is captured.
 */
export async function learnEntryFields(learner: Learner, operation: Batch): Promise<void> {
  const { asker } = learner;
  const before = asker.exchanges.length;
  let last: JudgedExchange | undefined;
  /** The body for a new payment; ends learning where there is none. */
  const fresh = async (): Promise<JsonObject> => {
    const order = await learner.pay(`a payment to ${operation}`);
    await learner.prepare(operation, order);
    const { context, seed } = learner.hand('full');
    return batchOf(operation, [order], context, seed, { part: 1 }).body;
  };
  const passes = async (names: readonly string[]) => {
    const body = await fresh();
    const entry = Object.entries(entryOf(operation, body)).filter(([name]) => !names.includes(name));
    last = await asker.send(operation, withEntry(operation, body, Object.fromEntries(entry)), {
      caseName: names.length === 0 ? 'a whole entry' : `an entry without ${names.join(', ')}`,
      intent: 'odd',
    });
    isTaken(last);
    return isDone(last);
  };
  const candidates = Object.keys(entryOf(operation, await fresh())).filter(
    (name) => !essentialInEntries.has(name),
  );
  // A service that settles later, or wants something else first, tells nothing about fields.
  if (candidates.length === 0 || !(await passes([]))) return;
  let refusal: JudgedExchange | undefined;
  const required = await culpritsAmong(candidates, async (names) => {
    const passed = await passes(names);
    if (!passed && names.length === 1) refusal = last;
    return passed;
  });
  learner.answered('a required field of an entry left out', refusal);
  learner.keep(before, {
    clause: '2.14/required-request-fields',
    operation,
    subject: 'required fields of an entry',
    value: required.length === 0 ? 'none' : required.join(', '),
    says: `${required.length} of ${candidates.length} fields besides transaction_id are required`,
    ...given({ answered: refusal && answeredWords(refusal) }),
  });
}
