import type { JsonObject } from '../../schemas/types.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import { answerBatch, repeatEntry } from './batch.ts';
import type { Desk } from './desk.ts';

/** Cancels transactions that nothing was refunded of (4.7). */
export function cancel(request: JsonObject, desk: Desk): Reply | Refusal {
  return answerBatch('cancel', request, desk, (entry, order, problem) => {
    if (order !== undefined && problem === undefined) order.cancelled = true;
    const { entry: words } = desk.manner.words;
    return {
      ...repeatEntry(entry, order),
      cancel_status: problem === undefined ? words.done : words.failed,
      error_message: problem === undefined ? '' : `${problem.code}: ${problem.text}`,
    };
  });
}
