import type { DocumentedOperationId } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import { type Asker, bodyOf } from './ask.ts';
import type { Step } from './ask-step.ts';

/** The search that may list nothing until an operation was asked for the first time. */
const listing: Partial<Record<DocumentedOperationId, 'query' | 'refund-search'>> = {
  'direct-payment': 'query',
  refund: 'refund-search',
};

/** Asks a search before the run makes anything that it could list: an account that holds nothing yet is listed, too (2.10, 2.11). */
export async function lookBefore(step: Step, steps: readonly Step[], asker: Asker): Promise<void> {
  const hand = asker.hand('full');
  const search = steps.find(({ operation }) => operation === listing[step.operation]);
  if (search?.state !== 'pending' || bodyOf(step.operation, hand) === undefined) return;
  const body = bodyOf(search.operation, hand);
  if (body === undefined) return;
  try {
    const judged = await asker.send(search.operation, body, {
      caseName: `before the first ${step.operation}`,
    });
    search.exchanges.push(judged.exchange.id);
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
  }
}
