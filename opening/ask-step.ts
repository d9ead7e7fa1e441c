import { situationOf } from '../generators/situations.ts';
import { given } from '../schemas/given.ts';
import { isAccepted, stateOf } from '../schemas/history/states.ts';
import type { OpeningStep } from '../schemas/opening.ts';
import { effectOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Target } from '../targets/target.ts';
import { isSameAnswer, reasonWords } from './answer-words.ts';
import { type Asker, bodyOf, idsSince } from './ask.ts';
import { followAsked } from './settle.ts';

/** A request that was refused, and in which shape. */
export interface Attempted {
  readonly how: string;
  readonly judged: JudgedExchange;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** One operation on its way through the opening: what its report is to say, and what is known meanwhile. */
export interface Step extends Mutable<Omit<OpeningStep, 'operation' | 'state' | 'dead' | 'exchanges'>> {
  readonly operation: DocumentedOperationId;
  state: OpeningStep['state'] | 'pending';
  readonly exchanges: string[];
  /** When it was asked for at first, or last over a payment to which something was done, and when it had been. */
  startedAt?: number;
  endedAt?: number;
  /** All of the time that `settle` names was let go by, whatever came of it. */
  waited?: true;
  /** The first request that was not accepted: where a fuller and a sparser one are refused, the fuller one says more. */
  main?: JudgedExchange;
  mainShape: 'full' | 'minimal';
  /** The further requests that were refused, and how they were made. */
  readonly others: Attempted[];
}

/** Does what is part of a step, whose exchanges are kept with it; undefined where a request of it may not be sent. */
export async function asPartOf<Result>(
  step: Step,
  asker: Asker,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const before = asker.exchanges.length;
  try {
    return await work();
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
    if (step.state === 'pending') step.why = error.message;
    return undefined;
  } finally {
    step.exchanges.push(...idsSince(asker, before));
  }
}

interface Attempt {
  readonly shape: 'full' | 'minimal';
  readonly amounts?: 'whole';
}

const attempts: readonly Attempt[] = [{ shape: 'full' }, { shape: 'minimal' }];

/** How often a step takes another order where it was asked to wait. */
const mostTurnedAway = 2;

const ofMoney = /declin|amount|issuer|honou?r|funds|limit|risk|fraud|betrag|monto|montant|valor|importe/i;

const isPayment = (operation: string) => operation.endsWith('-payment');

/**
 * Many test systems decline by the digits or the size of the amount: what speaks for that, a payment without a fraction is
 * worth. So is one where other payments were accepted.
 */
function mayBeAmount(
  operation: DocumentedOperationId,
  refused: readonly JudgedExchange[],
  asked: readonly JudgedExchange[],
): boolean {
  if (!isPayment(operation)) return false;
  const [first, ...others] = refused;
  return (
    refused.some((judged) => ofMoney.test(reasonWords(judged))) ||
    others.some((other) => !isSameAnswer(first, other)) ||
    asked.some((other) => isPayment(other.judgement.operation) && isAccepted(other))
  );
}

/** Asks one operation, in another shape where the first was refused; the step says what came of it. */
export async function askStep(step: Step, asker: Asker, target: Target): Promise<void> {
  const { operation } = step;
  const { shaped, needs } = situationOf(operation);
  const refused: JudgedExchange[] = [];
  let turnedAway = 0;
  const tries = async ({ shape, amounts }: Attempt): Promise<boolean> => {
    const isAgain = turnedAway > 0 && refused.length === 0;
    const own = operation === 'direct-payment' || amounts !== undefined || isAgain;
    const body = bodyOf(operation, own ? asker.freshHand(shape) : asker.hand(shape));
    if (body === undefined) {
      step.why = `prerequisite not met: no accepted ${needs.join(', ')} is left for ${operation}`;
      return false;
    }
    const caseName = amounts === undefined ? shape : `${shape}, whole amount`;
    const judged = await asker.send(operation, body, { caseName });
    if (isAccepted(judged)) {
      if (isAgain) delete step.main;
      step.state = 'accepted';
      step.shape = shape;
      if (amounts !== undefined) step.amounts = amounts;
      Object.assign(step, given({ settles: await followAsked(judged, asker, target) }));
      return false;
    }
    step.state = 'not-accepted';
    // Who asks for time takes another order later; that of the first is never asked for again (decision 0055).
    const isMaking = needs.length === 0 && effectOf(operation) !== 'reads';
    if (isMaking && stateOf(judged).state === 'throttled' && turnedAway < mostTurnedAway) {
      turnedAway += 1;
      [step.main, step.mainShape] = [judged, shape];
      return tries({ shape, ...given({ amounts }) });
    }
    if (refused.length === 0) [step.main, step.mainShape] = [judged, shape];
    else step.others.push({ how: caseName, judged });
    refused.push(judged);
    // Another shape says nothing new to whoever does not look at requests now, and may be done as well where this one was.
    return stateOf(judged).state === 'refused';
  };
  for (const attempt of shaped ? attempts : attempts.slice(0, 1)) if (!(await tries(attempt))) return;
  const isWhole = asker.hand('full').context.amounts === 'whole';
  if (isWhole || !mayBeAmount(operation, refused, asker.exchanges)) return;
  asker.keepTo('whole');
  await tries({ shape: 'full', amounts: 'whole' });
  if (step.amounts === undefined) asker.keepTo('usual');
}
