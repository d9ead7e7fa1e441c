import { setTimeout } from 'node:timers/promises';
import { situationOf } from '../generators/situations.ts';
import { given } from '../schemas/given.ts';
import { isBatch } from '../schemas/operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../schemas/types.ts';
import type { Target } from '../targets/target.ts';
import { isAccepted, isDone } from './accepted.ts';
import { type Asker, bodyOf } from './ask.ts';
import type { Step } from './ask-step.ts';
import { followAsked, seenBefore } from './follow-asked.ts';
import { openEntry, stateBefore } from './settle.ts';

/** Makes requests about the newest payment of an opening, and keeps them with a step. */
export function aboutNewest({ exchanges }: Pick<Step, 'exchanges'>, asker: Asker) {
  return async (operation: DocumentedOperationId, caseName: string): Promise<JudgedExchange | undefined> => {
    const hand = asker.hand('full');
    const newest = hand.orders.slice(-1);
    // As the first and as the last one, whichever the operation is about.
    const body = situationOf(operation).body({ ...hand, orders: [...newest, ...newest] });
    const judged = body && (await asker.send(operation, body, { caseName }));
    if (judged !== undefined) exchanges.push(judged.exchange.id);
    return judged;
  };
}

/** Pays once more, for what a step is about; tells whether that was accepted. */
export async function payAnew(
  { exchanges }: Pick<Step, 'exchanges'>,
  steps: readonly Step[],
  asker: Asker,
  caseName: string,
): Promise<boolean> {
  const { shape = 'full' } = steps.find(({ operation }) => operation === 'direct-payment') ?? {};
  const payment = bodyOf('direct-payment', asker.freshHand(shape));
  if (payment === undefined) return false;
  const paid = await asker.send('direct-payment', payment, { caseName });
  exchanges.push(paid.exchange.id);
  return isAccepted(paid);
}

/** Whether nobody knows in which state a payment was before an entry that is open was asked for, though a query lists it now. */
function isStateUnknown(judged: JudgedExchange, asker: Asker): boolean {
  const { transaction_id } = openEntry(judged) ?? {};
  const before = asker.exchanges.indexOf(judged);
  const listing = asker.exchanges
    .slice(before + 1)
    .findLast(({ exchange }) => exchange.operation === 'query');
  if (transaction_id === undefined || listing === undefined) return false;
  const seen = { ...seenBefore(judged, asker), exchanges: asker.exchanges.slice(0, before) };
  return stateBefore(seen, String(transaction_id))(listing) === undefined;
}

/**
 * Where something else was done to a payment before, no query tells whether an entry that is open was pending: then it is asked
 * for over a payment of its own, which is `waitMs` old and was queried before. Notes how that one settled; tells whether it was
 * done, at once or then.
 */
export async function settlesOverOwn(
  step: Step,
  steps: readonly Step[],
  { asker, target, waitMs }: { readonly asker: Asker; readonly target: Target; readonly waitMs: number },
): Promise<boolean> {
  const { operation, exchanges } = step;
  const open = asker.exchanges.findLast(({ exchange }) => exchange.operation === operation);
  if (open === undefined || !isBatch(operation) || operation === 'refund' || !isStateUnknown(open, asker))
    return false;
  if (!(await payAnew(step, steps, asker, `for a ${operation} of its own`))) return false;
  await setTimeout(waitMs);
  const ask = aboutNewest(step, asker);
  await ask('query', `before a ${operation} of its own`);
  const judged = await ask(operation, 'over a payment of its own');
  if (judged === undefined) return false;
  const settles = await followAsked(judged, asker, target, (id) => exchanges.push(id));
  Object.assign(step, given({ settles }));
  return isDone(judged, target.statuses) || settles !== undefined;
}
