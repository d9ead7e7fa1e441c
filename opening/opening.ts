import { situationOf, situationOrder } from '../generators/situations.ts';
import { defined } from '../schemas/defined.ts';
import { isAccepted, isDone, isUnknown, mayBeDone } from '../schemas/history/states.ts';
import { isShownLater } from '../schemas/judge/shown-later.ts';
import type { Cause, CauseKind, OpeningReport, OpeningStep } from '../schemas/opening.ts';
import { effectOf, isBatch, isDocumented } from '../schemas/operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import { amountMoved } from '../targets/sending/amount.ts';
import { refusalOf } from '../targets/sending/budget.ts';
import type { Settings } from '../targets/settings.ts';
import { isDead, isSameAnswer, statusOf } from './answer-words.ts';
import { askStep, asPartOf, type Step } from './ask-step.ts';
import { isServiceFault } from './causes/answers.ts';
import { causeOf, orderCause } from './causes/registry.ts';
import { bodyOf, type Requester } from './requester.ts';
import { callsOf, followEntry } from './settle.ts';
import { findFurtherWaits, findOrder, retryRefused } from './transitions.ts';
import { createTwins, oddSignature } from './twins.ts';

const callerCauses: ReadonlySet<CauseKind> = new Set(['signing', 'merchant', 'account']);

/** The selected operations and those they need, in an order in which each finds what it needs. */
function operationsToAsk({ operations }: Settings): readonly DocumentedOperationId[] {
  const selected = operations.filter(isDocumented);
  const wanted = new Set(selected.flatMap((operation) => [...situationOf(operation).needs, operation]));
  return situationOrder.filter((operation) => wanted.has(operation));
}

/** The steps of an opening, and what sends its requests. */
interface Round {
  readonly steps: Step[];
  readonly requester: Requester;
  readonly settings: Settings;
}

/** Requests an operation, and again after what it may have waited for. */
async function ask(step: Step, { steps, requester, settings: { target } }: Round): Promise<void> {
  await asPartOf(step, requester, async () => {
    await askStep(step, requester, target);
    await retryRefused({ step, steps, requester, target });
  });
}

/** Makes a second payment, the smallest possible: for cancel and review, and to see whether a few fields are enough. */
async function paySpare({ steps, requester }: Round): Promise<void> {
  const [payment] = steps;
  if (payment?.operation !== 'direct-payment' || payment.state !== 'accepted') return;
  if (steps.length === 1 || payment.shape === 'minimal') return;
  await asPartOf(payment, requester, async () => {
    for (const [shape, keeps] of [['minimal'], ['full'], ['full', 'currency']] as const) {
      const { context, ...testData } = requester.freshTestData(shape);
      const [order] = testData.orders;
      // A merchant without `currencies` may have only one.
      if (keeps !== undefined && (order === undefined || context.currencies !== undefined)) return;
      const currencies = keeps === undefined ? context.currencies : [order?.currency ?? ''];
      const body = bodyOf('direct-payment', {
        ...testData,
        context: { ...context, ...defined({ currencies }) },
      });
      if (body === undefined) return;
      const judged = await requester.send('direct-payment', body, {
        caseName: `second, ${shape}${keeps === undefined ? '' : ', in the same currency'}`,
      });
      if (mayBeDone(judged)) return;
      if (!isAccepted(judged)) continue;
      payment.shape = shape;
      return;
    }
  });
}

const acceptedIn = (steps: readonly Step[]) =>
  new Set(steps.filter(({ state }) => state === 'accepted').map(({ operation }) => operation));

/** Whether a query with a wrong signature is refused, while right ones are accepted; sent once in an opening. */
async function checksQueries({ requester, steps }: Round): Promise<boolean | undefined> {
  const operation = 'query';
  if (!acceptedIn(steps).has(operation)) return undefined;
  const caseName = 'with a wrong signature';
  const isIt = ({ exchange }: JudgedExchange) =>
    exchange.operation === operation && exchange.origin.caseName === caseName;
  const body = bodyOf(operation, requester.testData('full'));
  const how = { caseName, intent: 'odd', signature: oddSignature } as const;
  try {
    const judged = requester.exchanges.find(isIt) ?? (body && (await requester.send(operation, body, how)));
    return judged && !isAccepted(judged);
  } catch (error) {
    if (isRefusedSend(error)) return undefined;
    throw error;
  }
}

async function explain(step: Step, round: Round): Promise<void> {
  const { steps, requester, settings } = round;
  const { main, operation } = step;
  if (main === undefined) return;
  // While nothing was accepted, a wrong caller explains every refusal.
  const explained = steps.find(
    ({ cause, main: other }) =>
      cause !== undefined && (callerCauses.has(cause.kind) || isSameAnswer(other, main)),
  );
  if (explained?.cause !== undefined && acceptedIn(steps).size === 0 && !isServiceFault(main)) {
    step.cause = explained.cause;
    return;
  }
  await asPartOf(step, requester, async () => {
    const twin = createTwins(requester, settings, main, step.mainShape);
    step.cause = await causeOf({
      operation,
      main,
      others: step.others,
      target: settings.target,
      accepted: acceptedIn(steps),
      refused: steps.flatMap((one) => one.main ?? []),
      isShownLater: isShownLater(main, requester.exchanges),
      checksElsewhere: () => checksQueries(round),
      twin,
    });
    if (step.cause.kind === 'encodings') await useBodyFormat(step, await twin('encoding'), round);
  });
}

/** True if further requests would show nothing new, or have effects that no answer shows. */
function isHopeless({ operation, cause }: Step, main: JudgedExchange): boolean {
  const isUnread = cause?.kind === 'malformed' || cause?.kind === 'layout';
  return isDead(main) || (isUnread && effectOf(operation) !== 'reads');
}

/** If the twin with another encoding was accepted, the run uses that encoding, and the step counts as accepted. */
async function useBodyFormat(
  step: Step,
  twin: JudgedExchange | undefined,
  { requester, settings: { target } }: Round,
): Promise<void> {
  if (twin === undefined || !isAccepted(twin)) return;
  const { encoding, headers } = twin.exchange.sent;
  step.writing = { encoding, contentType: headers['content-type'] ?? '' };
  requester.writeAs(step.operation, step.writing);
  step.state = 'accepted';
  step.shape = step.mainShape;
  delete step.cause;
  Object.assign(step, defined({ settles: await followEntry(twin, requester, target) }));
}

function reportOf(step: Step): OpeningStep {
  const { operation, state, cause, shape, amounts, after, afterSettles, main, exchanges } = step;
  const { settles, waits, waitsMs, writing } = step;
  const { why = state === 'pending' ? 'nothing further was asked once the cause was clear' : undefined } =
    step;
  return {
    operation,
    state: state === 'pending' ? 'not-asked' : state,
    ...(state === 'not-accepted' ? {} : defined({ why })),
    ...defined({ cause }),
    ...(state === 'not-accepted' && main !== undefined && isHopeless(step, main)
      ? { dead: true as const }
      : {}),
    ...(state === 'accepted' && shape !== undefined && situationOf(operation).shaped ? { shape } : {}),
    ...(state === 'accepted'
      ? defined({ amounts, after, afterSettles, settles, waits, waitsMs, writing })
      : {}),
    exchanges,
  };
}

/**
 * Explains calls of which no order succeeded, or will: the success of the envelope is not that of the order (7.2).
 */
function explainOrders(steps: readonly Step[], requester: Requester, { target }: Settings): void {
  for (const step of steps) {
    const { operation, state, settles } = step;
    if (state !== 'accepted' || !isBatch(operation) || settles !== undefined) continue;
    const calls = callsOf(operation, requester).filter(
      (one) => isAccepted(one) && one.exchange.sent.intent === 'valid',
    );
    const last = calls.at(-1);
    if (last === undefined || calls.some((one) => isDone(one, target.statuses))) continue;
    step.cause = orderCause(operation, last, target);
  }
}

function newStep(operation: DocumentedOperationId): Step {
  return { operation, state: 'pending', mainShape: 'full', others: [], exchanges: [] };
}

/** If nothing was accepted and no query was sent, a query shows whether the path or the caller is wrong. */
async function askControl(round: Round): Promise<void> {
  const { steps } = round;
  const control = 'query';
  const answered = steps.some(({ main }) => main?.exchange.received.kind === 'answer');
  if (!answered || acceptedIn(steps).size > 0 || steps.some(({ operation }) => operation === control)) return;
  if (refusalOf(control, round.settings.target) !== undefined) return;
  const step = newStep(control);
  steps.push(step);
  await ask(step, round);
}

/**
 * Sends one complete allowed request for each selected operation and finds out why any was not accepted. A problem of
 * this machine comes before every other cause, and stops a certification.
 */
export async function openTarget(
  requester: Requester,
  settings: Settings,
  localCause: () => Cause | undefined = () => undefined,
): Promise<OpeningReport> {
  const steps = operationsToAsk(settings).map((operation): Step => {
    const why = refusalOf(operation, settings.target);
    return why === undefined ? newStep(operation) : { ...newStep(operation), state: 'not-asked', why };
  });
  const round: Round = { steps, requester, settings };
  const isCertified = settings.profile === 'certification';
  const askPending = async () => {
    for (const step of steps) {
      if (step.state !== 'pending') continue;
      await searchBefore(step, round);
      await ask(step, round);
      if (isCertified && localCause() !== undefined) return;
      if (step.operation === 'direct-payment') await paySpare(round);
      // The service does not answer, so further requests would only wait.
      if (steps.filter(({ main }) => main?.exchange.received.kind === 'none').length > 1) return;
      if (steps.filter(({ main }) => main !== undefined && statusOf(main) === 429).length > 1) return;
    }
  };
  await askPending();
  const local = localCause();
  if (local !== undefined && (isCertified || acceptedIn(steps).size === 0))
    return { steps: steps.map(reportOf), stopped: local, spent: spentOn(requester.exchanges) };
  await findOrder(steps, requester, settings.target);
  await askControl(round);
  // A read may be repeated after any answer, so it shows an unknown caller where a payment may not.
  const isLater = ({ operation, main }: Step) =>
    main !== undefined && isUnknown(main) && effectOf(operation) !== 'reads' && acceptedIn(steps).size === 0;
  for (const step of steps.toSorted((one, other) => Number(isLater(one)) - Number(isLater(other))))
    if (step.state === 'not-accepted') await explain(step, round);
  // A twin with another card, currency or encoding may have made the payment that other operations need.
  if (
    (steps[0]?.state === 'not-accepted' || steps[0]?.writing !== undefined) &&
    requester.testData('full').orders.length > 0
  )
    await askPending();
  for (const step of steps)
    if (step.state === 'not-accepted' && step.cause === undefined) await explain(step, round);
  await findFurtherWaits(steps, requester, settings.target);
  shareReadOnlyCause(steps);
  const stopped = stoppingCause(steps, settings);
  explainOrders(steps, requester, settings);
  return {
    steps: steps.map(reportOf),
    ...defined({ stopped, unusable: local && [local] }),
    spent: spentOn(requester.exchanges),
  };
}

/** The search that may list nothing until an operation was first requested. */
const listing: Partial<Record<DocumentedOperationId, 'query' | 'refund-search'>> = {
  'direct-payment': 'query',
  refund: 'refund-search',
};

/** Sends a search before there is anything to list, as an account without orders must be listed, too (2.10, 2.11). */
async function searchBefore(step: Step, { steps, requester }: Round): Promise<void> {
  const testData = requester.testData('full');
  const search = steps.find(({ operation }) => operation === listing[step.operation]);
  if (search?.state !== 'pending' || bodyOf(step.operation, testData) === undefined) return;
  const body = bodyOf(search.operation, testData);
  if (body === undefined) return;
  await asPartOf(search, requester, () =>
    requester.send(search.operation, body, { caseName: `before the first ${step.operation}` }),
  );
}

/** Gives all refusals one cause if the service accepts reads and refuses everything else alike: a read-only account. */
function shareReadOnlyCause(steps: readonly Step[]): void {
  const accepted = steps.filter(({ state }) => state === 'accepted');
  const refused = steps.filter(({ state }) => state === 'not-accepted');
  const [first] = refused;
  if (first?.cause === undefined || refused.length < 2 || accepted.length === 0) return;
  if (accepted.some(({ operation }) => effectOf(operation) !== 'reads')) return;
  const isAlike = ({ operation, cause, main }: Step) =>
    effectOf(operation) !== 'reads' && cause?.kind === 'refused' && isSameAnswer(main, first.main);
  if (!refused.every(isAlike)) return;
  const cause = {
    ...first.cause,
    key: 'allow',
    says: 'the service accepts reads and refuses everything else in the same words',
    advice:
      'If this account may only read, set "allow" to ["reads"]: the run is then about reads, and says so. Otherwise ask the operator.',
  };
  for (const step of refused) step.cause = cause;
}

function allowTooSmall(steps: readonly Step[], { target }: Settings): Cause | undefined {
  const forbidden = steps.filter(({ why }) => why?.startsWith('effect not allowed'));
  if (forbidden.length === 0) return undefined;
  const effects = [...new Set(forbidden.map(({ operation }) => effectOf(operation)))];
  const operations = forbidden.map(({ operation }) => operation).join(', ');
  return {
    kind: 'allow',
    key: 'allow',
    says: `none of the selected operations may be sent: ${operations} ${forbidden.length === 1 ? 'needs' : 'need'} ${effects.join(', ')}`,
    sent: 'nothing',
    answered: 'nothing',
    advice: `Add ${effects.map((effect) => `"${effect}"`).join(', ')} to "allow" (now ${target.allow.map((effect) => `"${effect}"`).join(', ') || 'empty'}), or select other operations.`,
  };
}

/**
 * The cause why no operation under test was accepted; undefined if one was, or if none could be sent. A service that
 * accepted something and refuses properly still gets some requests, as its answers can be judged.
 */
function stoppingCause(steps: readonly Step[], settings: Settings): Cause | undefined {
  const { operations, tested = operations } = settings;
  const selected = steps.filter(({ operation }) => tested.includes(operation));
  if (selected.some(({ state }) => state === 'accepted')) return undefined;
  const refused = selected.filter(({ cause }) => cause !== undefined);
  const met = steps.some(({ state }) => state === 'accepted');
  const isPolite = ({ cause, main }: Step) =>
    cause?.kind === 'refused' && (main === undefined || !isDead(main));
  if (met && refused.some(isPolite)) return undefined;
  // If no operation under test could be sent, the operations that it needs show why.
  const causes = (refused.length > 0 ? refused : steps).flatMap(({ cause }) => cause ?? []);
  return causes.find(({ kind }) => kind !== 'refused') ?? causes[0] ?? allowTooSmall(selected, settings);
}

/** The requests and the amount that exchanges used of the target's limits. */
export function spentOn(exchanges: readonly JudgedExchange[]): OpeningReport['spent'] {
  return {
    requests: exchanges.length,
    amount: exchanges.reduce(
      (sum, { exchange }) => sum + amountMoved(exchange.operation, exchange.sent.value as never),
      0,
    ),
  };
}
