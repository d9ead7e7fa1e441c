import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { partyOf } from '../../generators/situations.ts';
import { operationOf } from '../../schemas/operations.ts';
import {
  enoughTurns,
  isUnexplained,
  type Pair,
  type Shown,
  shownOf,
} from '../../schemas/rules/run/at-once.ts';
import { skipReasons } from '../../schemas/skip-reasons.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { openSimultaneousGroup } from '../../targets/sending/together.ts';
import type { Settings } from '../../targets/settings.ts';
import { inTurn } from './in-turn.ts';
import { subscribe } from './orders/subscribe.ts';
import { bodyOf } from './sendable.ts';
import type { Service } from './service.ts';
import { validBody } from './valid-body.ts';

/** Most rounds of two calls in turn, sent until enough of them show what becomes of the second call. */
const mostTurns = enoughTurns + 2;

interface Call {
  readonly operation: DocumentedOperationId;
  readonly body: JsonObject;
}

/** Two calls about a fresh subject that no other call has used, and the payments that they are about. */
interface CallPair {
  readonly calls: readonly [Call, Call];
  readonly orders: readonly PaidOrder[];
}

/** Creates the subject of a pair and its two calls. */
async function createCallPair(service: Service, { calls: [one, other] }: Pair): Promise<CallPair> {
  const { family } = operationOf(one);
  if (family === 'subscription') {
    const body = { ...partyOf(service.context), ...(await subscribe(service)) };
    return { calls: [callTo(one, body), callTo(other, body)], orders: [] };
  }
  if (family !== 'batch') {
    // Both calls have one order number, which is new for each pair of calls.
    const body = service.numbered(one, await validBody(service, one));
    return { calls: [callTo(one, body), callTo(other, body)], orders: [] };
  }
  const orders = await service.pay(1, other === 'refund' ? 'refund' : one, 'divisible');
  const part = one === other ? 0.6 : 1;
  const over = (operation: DocumentedOperationId, name: string) =>
    // Two refunds have different reasons, so that the service does not take them for one request sent twice.
    callTo(
      operation,
      bodyOf(batchOf(operation, orders, service.context, deriveSeed(service.seed, name), { part })),
    );
  return { calls: [over(one, 'one'), over(other, 'other')], orders };
}

const callTo = (operation: DocumentedOperationId, body: JsonObject): Call => ({ operation, body });

/**
 * Sends two calls in turn, in either order, then both at the same time, until they do more than the calls in turn
 * explain, or the limit of tries is reached. The result is judged with the whole run, from its exchanges alone.
 */
export async function askAtOnce(
  service: Service,
  { target }: Pick<Settings, 'target'>,
  pair: Pair,
): Promise<void> {
  const { concurrent, parts } = target.limits;
  if (concurrent < 2 && parts > 1)
    service.cannot(
      `${skipReasons.limit}: limits.concurrent leaves one request at a time to each of ${parts} shards`,
    );
  if (concurrent < 2)
    service.cannot(`limits.concurrent is ${concurrent}: two requests at the same time are not allowed`);
  const shown = () => shownOf([...service.exchanges]).filter((one) => one.pair === pair);
  const isAny = (is: (one: Shown) => boolean) => shown().some(is);
  const send = (
    { operation, body }: Call,
    caseName: string,
    together?: ReturnType<typeof openSimultaneousGroup>,
  ) =>
    service.send(operation, body, {
      asGenerated: true,
      caseName,
      ...(together && { together }),
    });
  const settle = async ({ calls, orders }: CallPair) => {
    if (orders.length > 0) for (const { operation } of calls) await service.ripen(operation, orders);
  };

  const askInTurn = async (turn: number) => {
    for (const isReversed of pair.calls[0] === pair.calls[1] ? [false] : [false, true]) {
      const two = await createCallPair(service, pair);
      const [first, second] = isReversed ? two.calls.toReversed() : two.calls;
      if (first === undefined || second === undefined) return;
      const ask = async (call: Call) => {
        const judged = await send(call, `one after the other, ${turn}`);
        await settle(two);
        return judged;
      };
      await inTurn(service, [() => ask(first), () => ask(second)]);
    }
  };
  const sendTogether = async (calls: CallPair['calls'], caseName: string) => {
    const together = openSimultaneousGroup(calls.length);
    const sent = await Promise.allSettled(calls.map((call) => send(call, caseName, together)));
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
  };
  // A handshake would keep the two calls apart, so that each has a connection that a read has opened, where one may be sent.
  const openConnections = async () => {
    const body = partyOf(service.context);
    const read = (['query', 'refund-search'] as const).find((one) => service.allows(one, body));
    if (read === undefined) return;
    await sendTogether([callTo(read, body), callTo(read, body)], 'a connection for each call');
  };
  const askTogether = async (number: number) => {
    const two = await createCallPair(service, pair);
    await openConnections();
    await sendTogether(two.calls, `at the same time, ${number}`);
    await settle(two);
  };

  let turns = 1;
  await askInTurn(turns);
  // When both calls succeed in turn, both succeeding at the same time is no deviation.
  const tries = isAny(({ bothInTurn }) => bothInTurn > 0) ? 1 : pair.tries;
  for (let number = 1; number <= tries && !isAny(({ both }) => both !== undefined); number += 1)
    await askTogether(number);
  const isOpen = (one: Shown) => one.both !== undefined && one.bothInTurn === 0 && !isUnexplained(one);
  while (turns < mostTurns && isAny(isOpen)) {
    turns += 1;
    await askInTurn(turns);
  }
}
