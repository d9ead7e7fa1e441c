import { batchOf, unknownOrders } from '../../generators/orders.ts';
import { defined } from '../../schemas/defined.ts';
import { objectsOf } from '../../schemas/history/outcome.ts';
import { isUnknownOrder } from '../../schemas/history/sent.ts';
import { objectOf } from '../../schemas/json.ts';
import type { Learned, LearnedReport, OpeningReport, OpeningStep } from '../../schemas/opening.ts';
import { isBatch, isDocumented, operationOf, operationsOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Observation, OperationId } from '../../schemas/types.ts';
import { BudgetExhausted, isRefusedSend } from '../../targets/refused-send.ts';
import { refusalOf } from '../../targets/sending/budget.ts';
import type { Settings } from '../../targets/settings.ts';
import { participles } from '../answer-words.ts';
import { expectationsOf } from '../expectations.ts';
import type { Requester } from '../requester.ts';
import { entryStatus } from '../settle.ts';
import { type KnownBounds, type LearnedPayment, learnAmounts } from './amounts.ts';
import { learnRefusedCallers, learnRefusedPayments, learnRepeated, learnRepeatedPayout } from './answers.ts';
import { learnEntryFields, learnedBatches, learnedPayments, learnRequired } from './fields.ts';
import { type AcceptedBody, acceptedBody, createLearner, type Learner, LearningEnded } from './learner.ts';
import { learnLife } from './life.ts';
import { learnFreeTexts, learnOrderNumbers } from './texts.ts';

const aboutOthers = operationsOf('batch', 'subscription');

/** Learns how a call for an unknown order or subscription is answered, which moves no money. */
async function learnUnknown(learner: Learner, operation: DocumentedOperationId): Promise<void> {
  const { context, seed } = learner.testData('full');
  const { merchant_id, account_id, prefix } = context;
  const isOrder = isBatch(operation);
  const defect = isOrder ? 'an unknown order' : 'an unknown subscription';
  const body = isOrder
    ? batchOf(operation, unknownOrders(1, seed, context), context, seed, { part: 1 }).body
    : { merchant_id, account_id, recurring_id: `${prefix}-none`, contract_name: 'none' };
  learner.answered(defect, await learner.send(operation, body, { caseName: defect }));
}

/** A learned row about transitions, which section 3 does not show. */
function stateRow(
  { operation, exchanges }: OpeningStep,
  subject: string,
  value: string,
  says: string,
): Learned {
  return { clause: '3/transitions', operation, subject, value, says, exchanges };
}

/** What a later accepted step waited for: another state in the query, or a time. */
function learnedWaits(step: OpeningStep): readonly Learned[] {
  const { operation, waits, waitsMs } = step;
  const isFor = (value: string, says: string) => [stateRow(step, 'waits for', value, says)];
  if (waits !== undefined) {
    const { from, over, to, withinMs } = waits;
    const states = [from, ...over].join(' and ');
    return isFor(
      to,
      `refused while the query shows ${states}; a payment is refundable within ${withinMs / 1000} s, once it shows ${to}`,
    );
  }
  return waitsMs === undefined
    ? []
    : isFor(
        'time',
        `refused at first; a payment can be ${participles[operation]} within ${waitsMs / 1000} s, and the query shows no other state then`,
      );
}

/** Proposes the `statuses` of an operation with a pending status, and the status of a refusal. */
function proposeStatuses({ operation, settles }: OpeningStep, { requester, keys, settings }: Learner): void {
  const batch = isDocumented(operation) ? operationOf(operation).batch : undefined;
  const pending = settles?.entry;
  if (pending === undefined || batch === undefined || settings.target.statuses !== undefined) return;
  const unknown = requester.exchanges.filter(
    ({ exchange: { operation: asked, sent } }) =>
      asked === operation && objectsOf(objectOf(sent.value)[batch.field]).every(isUnknownOrder),
  );
  const refused = [...new Set(unknown.flatMap((one) => entryStatus(one) ?? []))].filter(
    (one) => one !== pending,
  );
  keys.statuses = {
    ...objectOf(keys.statuses),
    [operation]: { done: ['1'], pending: [pending], ...(refused.length === 0 ? {} : { refused }) },
  };
}

function learnStates({ learned, keys, settings: { target } }: Learner, { steps }: OpeningReport): void {
  for (const step of steps) {
    const { settles, after, waits } = step;
    learned.push(...learnedWaits(step));
    const longest = settles ?? waits;
    if (longest !== undefined && target.settle === undefined)
      keys.settle = { longestMs: Math.max(2000, longest.withinMs * 4) };
    if (settles !== undefined) {
      const { entry, from, to, withinMs } = settles;
      const says = `status ${entry} at first; the search shows ${from}, then ${to}, within ${withinMs} ms`;
      learned.push(stateRow(step, 'settles later', to, says));
    }
    if (after === undefined) continue;
    learned.push(stateRow(step, 'comes after', after, 'a refund is accepted once the payment is captured'));
    if (target.capture === undefined) keys.capture = 'manual';
  }
}

/** One subject of learning; its name says what is missing if learning ends early. */
interface Subject {
  readonly name: string;
  learn(): Promise<unknown>;
}

/** The subjects in the order of learning: the cheapest first. */
function subjectsOf(learner: Learner, { steps }: OpeningReport): readonly Subject[] {
  const { target } = learner.settings;
  const card = 'direct-payment';
  const isAllowed = (operation: OperationId) => refusalOf(operation, target) === undefined;
  const isMet = (wanted: OperationId) =>
    steps.some(({ operation, state }) => operation === wanted && state === 'accepted') && isAllowed(wanted);
  const accepted = new Map<OperationId, AcceptedBody>();
  const suspects = new Set<string>();
  const bounds: KnownBounds = new Map();
  /** A subject of an operation, if it and what it needs were accepted. */
  const of = (name: string, operation: OperationId, learn: Subject['learn'], needs = operation) =>
    isMet(operation) && isMet(needs) ? [{ name, learn }] : [];
  /** A subject that needs an accepted payment. */
  const from = (
    name: string,
    operation: LearnedPayment,
    use: (body: AcceptedBody, operation: LearnedPayment) => Promise<unknown>,
  ) =>
    of(name, operation, async () => {
      const body = accepted.get(operation) ?? (await acceptedBody(learner, operation));
      accepted.set(operation, body);
      await use(body, operation);
    });
  const amounts = (body: AcceptedBody, operation: LearnedPayment) =>
    learnAmounts(learner, operation, body, bounds);
  return [
    ...of('refused callers', 'query', () => learnRefusedCallers(learner)),
    ...from('currencies and amounts', card, amounts),
    ...aboutOthers.flatMap((operation) =>
      of(`what ${operation} does not know`, operation, () => learnUnknown(learner, operation)),
    ),
    ...from('order numbers', card, ({ body }) => learnOrderNumbers(learner, body)),
    ...from('refused payments', card, ({ body }) => learnRefusedPayments(learner, body)),
    ...(['capture', 'refund'] as const).flatMap((operation) =>
      of(`a second ${operation}`, operation, () => learnRepeated(learner, operation)),
    ),
    ...of('a second payout', 'payout', () => learnRepeatedPayout(learner)),
    ...learnedPayments.flatMap((operation) =>
      operation === card ? [] : from(`currencies and amounts of ${operation}`, operation, amounts),
    ),
    ...from('free texts', card, ({ body }) => learnFreeTexts(learner, body)),
    ...learnedPayments.flatMap((operation) =>
      from(`required fields of ${operation}`, operation, async ({ body }) => {
        for (const path of await learnRequired(learner, operation, body, [...suspects])) suspects.add(path);
      }),
    ),
    ...learnedBatches.flatMap((operation) =>
      of(
        `required fields of an entry of ${operation}`,
        operation,
        () => learnEntryFields(learner, operation),
        card,
      ),
    ),
    ...of('life of an order', card, () => learnLife(learner)),
  ];
}

/** Number of unanswered subjects after which learning ends. */
const mostUnanswered = 2;

/** Learns the subjects in turn; returns why some were not learned completely, or undefined. */
async function learnAll(subjects: readonly Subject[], { requester }: Learner): Promise<string | undefined> {
  const ended = new Map<string, string[]>();
  let over: string | undefined;
  let unanswered = 0;
  for (const { name, learn } of subjects) {
    try {
      if (over === undefined) await learn();
    } catch (error) {
      if (!(error instanceof LearningEnded) && !isRefusedSend(error)) throw error;
      if (requester.exchanges.at(-1)?.exchange.received.kind === 'none') unanswered += 1;
      const isOutOfRequests = error instanceof BudgetExhausted && error.limit === 'requests';
      const isAll = error instanceof LearningEnded ? error.ends === 'all' : isOutOfRequests;
      if (isAll || unanswered === mostUnanswered) over = error.message;
      else ended.set(error.message, [...(ended.get(error.message) ?? []), name]);
    }
    if (over !== undefined) ended.set(over, [...(ended.get(over) ?? []), name]);
  }
  if (ended.size === 0) return undefined;
  return [...ended].map(([why, names]) => `${why} (${names.join(', ')})`).join('; ');
}

/** Learns what the document does not show from the accepted requests, within the target's limits and effects. */
export async function learn(
  requester: Requester,
  settings: Settings,
  report: OpeningReport,
): Promise<LearnedReport> {
  const learner = createLearner(requester, settings, expectationsOf(report, settings.target));
  const before = requester.exchanges.length;
  learnStates(learner, report);
  const ended = await learnAll(subjectsOf(learner, report), learner);
  for (const step of report.steps) proposeStatuses(step, learner);
  const { learned: rows, keys, life } = learner;
  return { rows, keys, ...defined({ life, ended }), requests: requester.exchanges.length - before };
}

/** The undocumented transitions that an opening saw without learning. */
export function observedWaits({ steps }: Pick<OpeningReport, 'steps'>): readonly Observation[] {
  return steps.flatMap((step) => learnedWaits(step).map(observationOf));
}

function observationOf({ clause, operation, subject, value, says }: Learned): Observation {
  return { clause, operation, fingerprint: `${subject}: ${value}`, detail: `${subject}: ${says}` };
}

/** The learned rows as observations at clauses where the document is silent. */
export function observationsOf({ rows }: LearnedReport): readonly Observation[] {
  return rows.map(observationOf);
}
