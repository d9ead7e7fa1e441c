import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { leanAnswer, leanPage } from './lean-answer.ts';

/** Bytes of an answer that stay in memory once it is judged and recorded: as many as evidence keeps of it. */
const longest = 256 * 1024;

/**
 * An exchange that was judged and recorded, as tests go on with it: of an answer above 256 KB the beginning, and what the
 * document names of it. A test may hold hundreds of exchanges, each as long as an answer may be.
 */
export function relieved(judged: JudgedExchange): JudgedExchange {
  const { exchange, judgement } = judged;
  const { received, operation } = exchange;
  if (received.kind !== 'answer' || received.body.byteLength <= longest) return judged;
  const { answer, ...rest } = judgement;
  const isPage = isDocumented(operation) && operationOf(operation).answers === 'html';
  // A part of the buffer alone would keep the whole buffer.
  const body = Buffer.from(received.body.subarray(0, longest));
  return {
    exchange: { ...exchange, received: { ...received, body } },
    judgement: {
      ...rest,
      ...(answer === undefined ? {} : { answer: (isPage ? leanPage : leanAnswer)(answer) }),
    },
  };
}
