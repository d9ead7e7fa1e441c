import type { JsonObject } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import { drawRequest } from '../drawn.ts';
import { type Port, type Sent, textIn } from './port.ts';

/** A payout that is wanted: for whom, drawn from which seed, and how much of it is filled in. */
export interface PayoutWanted {
  readonly context: MakeContext;
  readonly seed: number;
  readonly shape: 'full' | 'minimal';
}

/** What became of a payout that was wanted. */
export interface PaidOut<Told extends Sent = Sent> {
  readonly told: Told;
  /** The body as it was sent. */
  readonly body: JsonObject;
  /** The identifier of the service; absent where the payout was not accepted, or its answer names another request or none. */
  readonly transaction_id?: string;
}

/** Pays out once: money that is given away and that no operation takes back. */
export async function payOut<Told extends Sent>(
  port: Port<Told>,
  { context, seed, shape }: PayoutWanted,
): Promise<PaidOut<Told>> {
  const made = drawRequest('payout', context, shape, seed);
  const told = await port.send('payout', made.body, { caseName: made.name, among: 1 });
  const body = told.body ?? made.body;
  const transaction_id = textIn(told.answer, 'transaction_id');
  const answered = textIn(told.answer, 'request_id');
  const isOther = answered !== undefined && answered !== body.request_id;
  if (told.outcome !== 'accepted' || transaction_id === undefined || isOther) return { told, body };
  return { told, body, transaction_id };
}
