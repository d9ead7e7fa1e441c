import { answerOf } from '../../schemas/answer-of.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import { drawRequest } from '../drawn.ts';
import { type Port, sentBody, textIn } from './port.ts';

/** A payout that is wanted: for whom, drawn from which seed, and how much of it is filled in. */
export interface PayoutWanted {
  readonly context: MakeContext;
  readonly seed: number;
  readonly shape: 'full' | 'minimal';
}

/** What became of a payout that was wanted. */
export interface PaidOut {
  readonly judged: JudgedExchange;
  /** The identifier of the service; absent where the payout was not accepted, or its answer names another request or none. */
  readonly transaction_id?: string;
}

/** Pays out once: money that is given away and that no operation takes back. */
export async function payOut(port: Port, { context, seed, shape }: PayoutWanted): Promise<PaidOut> {
  const made = drawRequest('payout', context, shape, seed);
  const judged = await port.send('payout', made.body, { caseName: made.name });
  const answer = answerOf(judged);
  const transaction_id = textIn(answer, 'transaction_id');
  const answered = textIn(answer, 'request_id');
  const isOther = answered !== undefined && answered !== sentBody(judged).request_id;
  const isPaid = judged.judgement.outcome === 'accepted' && transaction_id !== undefined && !isOther;
  return isPaid ? { judged, transaction_id } : { judged };
}
