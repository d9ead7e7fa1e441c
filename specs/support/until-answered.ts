import { statusOf } from '../../opening/answer-words.ts';
import type { JudgedExchange } from '../../schemas/types.ts';

/** Most requests of one kind that a service may put off. */
const most = 3;

const putOff: readonly (number | undefined)[] = [429, 503];

/** Sends requests of one kind, each made anew, until one is not merely put off (429, 503): those were not taken, and the pace is already slower. */
export async function untilAnswered(send: () => Promise<JudgedExchange>): Promise<JudgedExchange> {
  let judged = await send();
  for (let sent = 1; sent < most && putOff.includes(statusOf(judged)); sent += 1) judged = await send();
  return judged;
}
