import { batchOf, unknownOrders } from '../../generators/orders.ts';
import { situationOf } from '../../generators/situations.ts';
import { given } from '../../schemas/given.ts';
import { entriesIn, objectsOf } from '../../schemas/history/outcome.ts';
import { isUnknownOrder } from '../../schemas/history/sent.ts';
import { isAccepted, mayBeDone } from '../../schemas/history/states.ts';
import { objectOf } from '../../schemas/json.ts';
import {
  type Learned,
  type LearnedReport,
  type OpeningReport,
  type OpeningStep,
  type Writing,
  writings,
} from '../../schemas/opening.ts';
import { isBatch, isDocumented, operationOf } from '../../schemas/operations.ts';
import type {
  DocumentedOperationId,
  JsonObject,
  JudgedExchange,
  Observation,
  OperationId,
} from '../../schemas/types.ts';
import { BudgetExhausted, isRefusedSend } from '../../targets/refused-send.ts';
import { refusalOf } from '../../targets/sending/budget.ts';
import type { Settings } from '../../targets/settings.ts';
import { doneTo, isSameAnswer, statusOf } from '../answer-words.ts';
import type { Asker } from '../ask.ts';
import { hopesOf } from '../hopes.ts';
import { entryStatus } from '../settle.ts';
import { type KnownBounds, type LearnedPayment, learnAmounts } from './amounts.ts';
import {
  learnRateLimit,
  learnRefusedCallers,
  learnRefusedPayments,
  learnRepeated,
  learnRepeatedPayout,
  learnResults,
} from './answers.ts';
import { learnEntryFields, learnedBatches, learnedPayments, learnRequired } from './fields.ts';
import {
  type AcceptedBody,
  acceptedBody,
  createLearner,
  type Learner,
  LearningEnded,
  triedRow,
  Unclear,
} from './learner.ts';
import { learnLife } from './life.ts';
import { learnFreeTexts, learnOrderNumbers } from './texts.ts';

/** A request whose answer shows whether its body was read, whatever becomes of it. */
interface Probe {
  readonly body: JsonObject;
  /** The request in the usual writing, where it was sent. */
  readonly control?: JudgedExchange;
  isRead(judged: JudgedExchange): boolean;
}

const nameOf = ({ encoding, contentType }: Writing) => `${encoding} as ${contentType}`;

/** Makes the probe of an operation; `isMet` says that its usual writing is read. Undefined where no answer would show it. */
async function probeOf(
  learner: Learner,
  operation: DocumentedOperationId,
  isMet: boolean,
): Promise<Probe | undefined> {
  const ask = (caseName: string, body: JsonObject) => learner.send(operation, body, { caseName });
  if (isBatch(operation)) {
    // Over an order that does not exist: whoever reads it answers an entry, and no money moves.
    const { context, seed } = learner.hand('full');
    const { body } = batchOf(operation, unknownOrders(1, seed, context), context, seed, { part: 1 });
    const isRead = (judged: JudgedExchange) => entriesIn(judged).length > 0;
    if (!isMet) return { body, isRead };
    const control = await ask('an unknown order', body);
    learner.answered('an unknown order', control);
    return isRead(control) ? { body, control, isRead } : undefined;
  }
  if (operation === 'cancel-subscription') {
    // Of one that does not exist, where it is refused in other words than a body without fields.
    const { merchant_id, account_id, prefix } = learner.asker.hand('full').context;
    const body = { merchant_id, account_id, recurring_id: `${prefix}-none`, contract_name: 'none' };
    const control = await ask('an unknown subscription', body);
    const isSame = (judged: JudgedExchange) => isSameAnswer(control, judged);
    if (!isMet) return { body, isRead: (judged) => !isSame(judged) };
    learner.answered('an unknown subscription', control);
    return isSame(await ask('a body without fields', {})) ? undefined : { body, control, isRead: isSame };
  }
  const body = situationOf(operation).body(learner.hand('full'));
  if (body === undefined || operationOf(operation).lists === undefined || !isMet)
    return body && { body, isRead: isAccepted };
  // A search that lists nothing need not say that it succeeded.
  const control = await ask('a search', body);
  return { body, control, isRead: (judged) => isAccepted(judged) || isSameAnswer(control, judged) };
}

function isSentAs(judged: JudgedExchange | undefined, writing: Writing): judged is JudgedExchange {
  const sent = judged?.exchange.sent;
  return sent?.encoding === writing.encoding && sent.headers['content-type'] === writing.contentType;
}

/** Learns in which encodings and under which Content-Types the body of an operation is read; `isMet` says that the usual one is. */
async function learnWritings(
  learner: Learner,
  operation: DocumentedOperationId,
  isMet: boolean,
): Promise<void> {
  const { keys, settings } = learner;
  const read: Writing[] = [];
  await learner.learns({ clause: '4/body-type/matrix', operation, subject: 'body types' }, async () => {
    const probe = await probeOf(learner, operation, isMet);
    if (probe === undefined) return undefined;
    let unread: JudgedExchange | undefined;
    for (const writing of writings) {
      const judged = isSentAs(probe.control, writing)
        ? probe.control
        : await learner.send(operation, probe.body, { ...writing, caseName: nameOf(writing) });
      const isRead = probe.isRead(judged);
      const isDoubtful = mayBeDone(judged) && !isRead;
      if (judged.exchange.received.kind === 'none' || statusOf(judged) === 429 || isDoubtful)
        throw new Unclear(judged);
      if (isRead) read.push(writing);
      else unread ??= judged;
    }
    // Where the one that is known to be read is not among them, the answers tell something else.
    if (read.length === 0) return undefined;
    learner.answered('a body of a type that is not read', unread);
    return triedRow(writings.map(nameOf), read.map(nameOf), '');
  });
  const [first] = read;
  if (first === undefined || isMet || settings.target.encodings[operation] !== undefined) return;
  const usual = writings.find(({ encoding }) => encoding === first.encoding);
  keys.encodings = {
    ...objectOf(keys.encodings),
    [operation]: first === usual ? { encoding: first.encoding } : { ...first },
  };
}

/** What a step shows of the states that section 3 does not show. */
function stateRow(
  { operation, exchanges }: OpeningStep,
  subject: string,
  value: string,
  says: string,
): Learned {
  return { clause: '3/transitions', operation, subject, value, says, exchanges };
}

/** What a step that was accepted later waited for: another state in the query, or a time that no query shows. */
function waitedFor(step: OpeningStep): readonly Learned[] {
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
        `refused at first; a payment can be ${doneTo[operation]} within ${waitsMs / 1000} s, and the query shows no other state then`,
      );
}

/** Proposes what the statuses of an operation mean, where a pending one was seen: the one that it was refused with, too. */
function proposeStatuses(
  { operation, settles, pending = settles?.entry }: OpeningStep,
  { asker, keys, settings }: Learner,
): void {
  const batch = isDocumented(operation) ? operationOf(operation).batch : undefined;
  if (pending === undefined || batch === undefined || settings.target.statuses !== undefined) return;
  const unknown = asker.exchanges.filter(
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
    learned.push(...waitedFor(step));
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

/** What is learned, under the name that says what is missing where learning ends before. */
interface Subject {
  readonly name: string;
  learn(): Promise<unknown>;
}

/** The subjects in the order in which they are learned: those that cost little first. */
function subjectsOf(learner: Learner, { steps }: OpeningReport): readonly Subject[] {
  const { target, operations } = learner.settings;
  const card = 'direct-payment';
  const isAllowed = (operation: OperationId) => refusalOf(operation, target) === undefined;
  const isMet = (wanted: OperationId) =>
    steps.some(({ operation, state }) => operation === wanted && state === 'accepted') && isAllowed(wanted);
  const accepted = new Map<OperationId, AcceptedBody>();
  const suspects = new Set<string>();
  const bounds: KnownBounds = new Map();
  /** What is learned of an operation, where it and what it needs were accepted. */
  const of = (name: string, operation: OperationId, learn: Subject['learn'], needs = operation) =>
    isMet(operation) && isMet(needs) ? [{ name, learn }] : [];
  /** What is learned from a payment that is accepted. */
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
  const isWritten = ({ operation, state, cause }: OpeningStep) => {
    const isUnread = state === 'not-accepted' && cause?.kind === 'encodings';
    return operations.includes(operation) && isAllowed(operation) && (state === 'accepted' || isUnread);
  };
  return [
    ...of('refused callers', 'query', () => learnRefusedCallers(learner)),
    ...from('currencies and amounts', card, amounts),
    ...steps.filter(isWritten).flatMap(({ operation, state, writing }) => {
      const isUsual = state === 'accepted' && writing === undefined;
      const learn = (own: DocumentedOperationId) => () => learnWritings(learner, own, isUsual);
      return isDocumented(operation) ? [{ name: `body types of ${operation}`, learn: learn(operation) }] : [];
    }),
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

/** A service that answers nothing is asked about so many subjects. */
const mostUnanswered = 2;

/** Learns one subject after the other; returns why some were not learned, or not wholly. */
async function learnAll(subjects: readonly Subject[], { asker }: Learner): Promise<string | undefined> {
  const ended = new Map<string, string[]>();
  let over: string | undefined;
  let unanswered = 0;
  for (const { name, learn } of subjects) {
    try {
      if (over === undefined) await learn();
    } catch (error) {
      if (!(error instanceof LearningEnded) && !isRefusedSend(error)) throw error;
      if (asker.exchanges.at(-1)?.exchange.received.kind === 'none') unanswered += 1;
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

/** Learns what the document does not show, from what the opening saw accepted, within the limits and effects of the target. */
export async function learn(asker: Asker, settings: Settings, report: OpeningReport): Promise<LearnedReport> {
  const learner = createLearner(asker, settings, hopesOf(report, settings.target));
  const before = asker.exchanges.length;
  learnStates(learner, report);
  const ended = await learnAll(subjectsOf(learner, report), learner);
  for (const step of report.steps) proposeStatuses(step, learner);
  learnResults(learner);
  learnRateLimit(learner);
  const { learned: rows, keys, life } = learner;
  return { rows, keys, ...given({ life, ended }), requests: asker.exchanges.length - before };
}

/** What an opening that does not learn saw of transitions that the document does not show. */
export function waitsObserved({ steps }: Pick<OpeningReport, 'steps'>): readonly Observation[] {
  return steps.flatMap((step) => waitedFor(step).map(observed));
}

function observed({ clause, operation, subject, value, says }: Learned): Observation {
  return { clause, operation, fingerprint: `${subject}: ${value}`, detail: `${subject}: ${says}` };
}

/** What was learned, as what was observed at clauses where the document is silent. */
export function observationsOf({ rows }: LearnedReport): readonly Observation[] {
  return rows.map(observed);
}
