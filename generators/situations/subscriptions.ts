import { given } from '../../schemas/given.ts';
import { isObject } from '../../schemas/json.ts';
import { asksForTime } from '../../schemas/states.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import { drawRequest } from '../drawn.ts';
import { deriveSeed } from '../seed.ts';
import { type Subscription, subscriptionOf } from './hand.ts';
import { mostFurther, type Port } from './port.ts';

/** A subscription that is wanted: for whom, drawn from which seed, and the name of its contract where that matters. */
export interface SubscriptionWanted {
  readonly context: MakeContext;
  readonly seed: number;
  readonly contractName?: string;
}

/** What became of a subscription that was wanted. */
export interface Opened {
  readonly payment: JudgedExchange;
  /** Absent where the payment was not accepted or its answer names none. */
  readonly subscription?: Subscription;
}

function named(body: JsonObject, contract_name: string | undefined): JsonObject {
  if (contract_name === undefined) return body;
  const contract = isObject(body.subscription) ? body.subscription : {};
  return { ...body, subscription: { ...contract, contract_name } };
}

/** Opens a subscription with a card payment of every documented field (2.4); its contract has the name that was asked for. */
export async function openSubscription(
  port: Port,
  { context, seed, contractName }: SubscriptionWanted,
): Promise<Opened> {
  for (let round = 0; ; round += 1) {
    const drawnFrom = round === 0 ? seed : deriveSeed(seed, `round ${round}`);
    const made = drawRequest('direct-payment', context, 'full', drawnFrom);
    const body = named(made.body, contractName);
    const payment = await port.send('direct-payment', body, { caseName: made.name });
    if (asksForTime(payment.exchange.received) && round < mostFurther) continue;
    return { payment, ...given({ subscription: subscriptionOf(payment) }) };
  }
}
