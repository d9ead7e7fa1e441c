import type { PaidOrder } from '../generators/orders.ts';
import { situationOf } from '../generators/situations.ts';
import { defined } from '../schemas/defined.ts';
import { isAccepted, leftOpen, mayBeDone, stateOf } from '../schemas/history/states.ts';
import type { OpeningStep } from '../schemas/opening.ts';
import { effectOf, isBatch } from '../schemas/operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../schemas/types.ts';
import { undoOperations } from '../targets/clean-up.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Target } from '../targets/target.ts';
import { bodyOf, idsSince, type Requester } from './requester.ts';
import { followEntry } from './settle.ts';

/** A refused request, and how it was made. */
export interface Attempted {
  readonly how: string;
  readonly judged: JudgedExchange;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** One operation of the opening: the data of its report, and what is known so far. */
export interface Step extends Mutable<Omit<OpeningStep, 'operation' | 'state' | 'dead' | 'exchanges'>> {
  readonly operation: DocumentedOperationId;
  state: OpeningStep['state'] | 'pending';
  readonly exchanges: string[];
  /** True if the whole time under `settle` has passed. */
  waited?: true;
  /** The first request that was not accepted: the full one, whose refusal says more than that of a minimal one. */
  main?: JudgedExchange;
  mainShape: 'full' | 'minimal';
  /** The other refused requests, and how they were made. */
  readonly others: Attempted[];
}

/** Does the work of a step and adds its exchanges to the step; undefined if a request may not be sent. */
export async function asPartOf<Result>(
  step: Step,
  requester: Requester,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const before = requester.exchanges.length;
  try {
    return await work();
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
    if (step.state === 'pending') step.why = error.message;
    return undefined;
  } finally {
    step.exchanges.push(...idsSince(requester, before));
  }
}

interface Attempt {
  readonly shape: 'full' | 'minimal';
  readonly amounts?: 'whole';
}

const attempts: readonly Attempt[] = [{ shape: 'full' }, { shape: 'minimal' }];

/** How often a step tries another order after an answer that asks to wait. */
const mostTurnedAway = 2;

/**
 * The payments so far: the first one, then the others, with those last that no call has named. One that was perhaps given
 * back is left out, as it must not be given back again in another way.
 */
function ordersIn({ exchanges, testData }: Requester, { statuses }: Target): readonly PaidOrder[] {
  const calls = exchanges.filter(({ exchange }) => isBatch(exchange.operation));
  const isNamed = ({ transaction_id }: PaidOrder) =>
    calls.some(({ exchange }) => exchange.sent.body.includes(transaction_id));
  const open = calls
    .filter(({ exchange }) => undoOperations.some((way) => way === exchange.operation))
    .flatMap((one) => leftOpen(one, statuses).map(({ transaction_id }) => transaction_id));
  const [first, ...others] = testData('full').orders;
  const left = others.filter(({ transaction_id }) => !open.includes(transaction_id));
  return first === undefined
    ? []
    : [first, ...left.filter(isNamed), ...left.filter((order) => !isNamed(order))];
}

const isPayment = (operation: string) => operation.endsWith('-payment');

/** Sends the request of an operation, and another shape if the first is refused; records the result in the step. */
export async function askStep(step: Step, requester: Requester, target: Target): Promise<void> {
  const { operation } = step;
  const { shaped, needs } = situationOf(operation);
  const refused: JudgedExchange[] = [];
  let turnedAway = 0;
  const tries = async ({ shape, amounts }: Attempt): Promise<boolean> => {
    const isAgain = turnedAway > 0 && refused.length === 0;
    const own = operation === 'direct-payment' || amounts !== undefined || isAgain;
    const testData = own ? requester.freshTestData(shape) : requester.testData(shape);
    const body = bodyOf(operation, { ...testData, orders: ordersIn(requester, target) });
    if (body === undefined) {
      step.why = `prerequisite not met: no accepted ${needs.join(', ')} is left for ${operation}`;
      return false;
    }
    const caseName = amounts === undefined ? shape : `${shape}, whole amount`;
    const judged = await requester.send(operation, body, { caseName });
    if (isAccepted(judged)) {
      if (isAgain) delete step.main;
      step.state = 'accepted';
      step.shape = shape;
      if (amounts !== undefined) step.amounts = amounts;
      Object.assign(step, defined({ settles: await followEntry(judged, requester, target) }));
      return false;
    }
    step.state = 'not-accepted';
    // If the service asks to wait, another order follows; the first one is never requested again (decision 0055).
    const isMaking = needs.length === 0 && effectOf(operation) !== 'reads';
    if (isMaking && stateOf(judged).state === 'throttled' && turnedAway < mostTurnedAway) {
      turnedAway += 1;
      [step.main, step.mainShape] = [judged, shape];
      return tries({ shape, ...defined({ amounts }) });
    }
    if (refused.length === 0) [step.main, step.mainShape] = [judged, shape];
    else step.others.push({ how: caseName, judged });
    refused.push(judged);
    // Another shape helps only after a refusal; after any other answer the request may have been done.
    return stateOf(judged).state === 'refused' && !mayBeDone(judged);
  };
  for (const attempt of shaped ? attempts : attempts.slice(0, 1)) if (!(await tries(attempt))) return;
  // Many test systems decline by the digits or the size of an amount, so a payment without a fraction is tried as well.
  if (requester.testData('full').context.amounts === 'whole' || !isPayment(operation)) return;
  requester.keepTo('whole');
  await tries({ shape: 'full', amounts: 'whole' });
  if (step.amounts === undefined) requester.keepTo('usual');
}
