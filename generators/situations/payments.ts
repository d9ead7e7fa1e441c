import { given } from '../../schemas/given.ts';
import { asksForTime, stateOf } from '../../schemas/states.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { amountCaps, largestBatch, type MakeContext } from '../context.ts';
import { drawRequests } from '../drawn.ts';
import type { PaidOrder } from '../orders.ts';
import type { RequestCase } from '../request.ts';
import { deriveSeed } from '../seed.ts';
import { formatCents, larger, smaller } from '../values/money.ts';
import { orderOf } from './hand.ts';
import { bulkFrom, type Port } from './port.ts';

/** Card payments that are wanted: for whom, how many, drawn from which seed. */
export interface PaymentsWanted {
  readonly context: MakeContext;
  readonly seed: number;
  readonly count: number;
  /** How much of a payment is filled in, as the opening saw it accepted. */
  readonly shape: 'full' | 'minimal';
  /** How much of the ones that follow refused ones is filled in; as much unless given. */
  readonly thenShape?: 'full' | 'minimal';
  /** Stops at the first that is not accepted, whatever it is asked in. */
  readonly givesUp?: true;
}

/** What became of payments that were wanted. */
export interface Payments {
  readonly paid: readonly PaidOrder[];
  /** One that was not accepted in the end. */
  readonly refusal?: JudgedExchange;
}

/** A sum in cents that few services refuse as too small. */
const unsuspected = 200n;

/** Draws card payments of at most so many cents each. */
function drawUpTo(
  cap: bigint | undefined,
  { context, seed, count, shape }: PaymentsWanted,
): readonly RequestCase[] {
  // Minimal payments stay below a hundredth of the limit by themselves.
  const limit = cap === undefined || shape === 'full' ? cap : cap * largestBatch;
  const bounded = limit === undefined ? context : { ...context, amountLimit: formatCents(limit) };
  return drawRequests('direct-payment', bounded, shape, seed, count);
}

/** Card payments in a shape that the service accepts, complete ones as small as minimal ones, so that a full batch keeps to the limits. */
export function drawPayments(wanted: PaymentsWanted): readonly RequestCase[] {
  return drawUpTo(wanted.shape === 'full' ? amountCaps(wanted.context)?.entry : undefined, wanted);
}

/** Card payments of whole amounts, as large as a batch of them may be: the smaller ones were refused. */
function drawWhole({ context, seed, ...wanted }: PaymentsWanted, batch: number): readonly RequestCase[] {
  const caps = amountCaps(context);
  const cap = caps && larger(caps.entry, smaller(unsuspected, caps.request / BigInt(Math.max(1, batch))));
  return drawUpTo(cap, {
    ...wanted,
    context: { ...context, amounts: 'whole' },
    seed: deriveSeed(seed, 'whole'),
  });
}

interface Payment {
  readonly order: PaidOrder | undefined;
  readonly judged: JudgedExchange;
}

async function sendAll(
  port: Port,
  payments: readonly RequestCase[],
  givesUp = false,
): Promise<readonly Payment[]> {
  const sent: Payment[] = [];
  const width = Math.max(1, port.width ?? 1);
  const bulk = payments.length >= bulkFrom ? ({ bulk: true } as const) : {};
  const pay = async ({ body, name }: RequestCase) => {
    const judged = await port.send('direct-payment', body, { caseName: name, ...bulk });
    return { order: orderOf(judged), judged };
  };
  for (let start = 0; start < payments.length; start += width) {
    const some = await allOf(payments.slice(start, start + width).map(pay));
    sent.push(...some);
    if (givesUp && some.some(({ order }) => order === undefined)) break;
  }
  return sent;
}

/** All results, or the first reason why there is none, once nothing is under way any more. */
async function allOf<Result>(promises: readonly Promise<Result>[]): Promise<readonly Result[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

const isTooSoon = ({ judged }: Payment) => asksForTime(judged.exchange.received);

/** Whether another payment may take the place of one: not where that one may have been done. */
function isRefused(payment: Payment): boolean {
  const { order, judged } = payment;
  return order === undefined && (stateOf(judged).state === 'refused' || isTooSoon(payment));
}

/** How often refused payments are followed by others: a service may refuse some of these, too. */
const mostRounds = 4;

/**
 * Makes accepted card payments. A service may refuse amounts, the smallest or those of certain digits, so each refused
 * payment is followed by another order of a usual whole amount, and a larger one where the limits allow it; and by further
 * ones as long as some of them are accepted.
 */
export async function payOrders(port: Port, wanted: PaymentsWanted): Promise<Payments> {
  const { count, shape, thenShape = shape, givesUp } = wanted;
  const settled: Payment[] = [];
  let last = await sendAll(port, drawPayments(wanted), givesUp);
  let refused = last.filter(isRefused);
  for (let round = 1; round <= mostRounds && refused.length > 0; round += 1) {
    // Payments that all were refused in their second form are refused for something else than their amount, unless some only
    // came too soon at a service that took others.
    const cameTooSoon = refused.some(isTooSoon) && settled.some(({ order }) => order);
    const isVain = refused.length === last.length && !cameTooSoon;
    if (round > 1 && (givesUp === true || isVain)) break;
    settled.push(...last.filter((one) => !isRefused(one)));
    const seed = round === 1 ? wanted.seed : deriveSeed(wanted.seed, `round ${round}`);
    const again = round === 1 ? refused.length + count - last.length : refused.length;
    last = await sendAll(
      port,
      drawWhole({ ...wanted, seed, count: again, shape: thenShape }, count),
      givesUp,
    );
    refused = last.filter(isRefused);
  }
  const all = [...settled, ...last];
  const refusal = all.find(({ order }) => order === undefined)?.judged;
  return {
    paid: all.flatMap(({ order }) => order ?? []),
    ...given({ refusal }),
  };
}
