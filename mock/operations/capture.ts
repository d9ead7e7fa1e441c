import type { JsonObject } from '../../schemas/types.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import { answerBatch, repeatEntry } from './batch.ts';
import type { Desk } from './desk.ts';

/** Captures paid transactions (4.5). */
export function capture(request: JsonObject, desk: Desk): Reply | Refusal {
  return answerBatch('capture', request, desk, (entry, order, problem) => {
    if (order !== undefined && problem === undefined) order.captured = true;
    const { entry: words } = desk.manner.words;
    return {
      ...repeatEntry(entry, order),
      capture_status: problem === undefined ? words.done : words.failed,
      error_message: problem === undefined ? '' : `${problem.code}: ${problem.text}`,
    };
  });
}
