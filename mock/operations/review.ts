import type { JsonObject } from '../../schemas/types.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import { answerBatch, repeatEntry } from './batch.ts';
import type { Desk } from './desk.ts';
import { textOf } from './request-member.ts';

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
