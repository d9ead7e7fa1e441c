import type { JsonObject } from '../../schemas/types.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import { answerBatch, repeatEntry } from './batch.ts';
import type { Desk } from './desk.ts';
import { textOf } from './request-member.ts';

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

/** Takes the outcome of a merchant's review (4.6); values of `review_flag` are not shown, so all are taken. */
export function review(request: JsonObject, desk: Desk): Reply | Refusal {
  return answerBatch('review', request, desk, (entry, order, problem) => {
    const review_flag = textOf(entry, 'review_flag');
    if (order !== undefined && problem === undefined) order.review = review_flag;
    const { entry: words } = desk.manner.words;
    return {
      ...repeatEntry(entry, order),
      review_flag,
      review_status: problem === undefined ? words.done : words.failed,
      error_message: problem === undefined ? '' : `${problem.code}: ${problem.text}`,
    };
  });
}
