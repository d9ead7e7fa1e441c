import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { captureOrders } from '../../generators/situations.ts';
import type { Hopes } from '../../opening/hopes.ts';
import type { Settling, Waiting } from '../../schemas/opening.ts';
import type { JudgedExchange, OperationId } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import { envelope } from './envelope.ts';
import { portOf, type Sender } from './situation-port.ts';
import { whyUnsettled } from './until-settled.ts';

/** The part of a test's service that prepares payments, and what its run knows. */
interface Preparing {
  readonly service: Sender & { readonly seed: number; need(judged: JudgedExchange): JudgedExchange };
  readonly hopes: Hopes;
  readonly target: Target;
}

/**
 * Makes of accepted payments of an account what an operation over them needs: captured before a refund, where the service
 * or its merchant says so, and settled, where a refund waits for it. Returns why nothing can be told where that takes too long.
 */
export async function prepareOrders(
  { service, hopes, target }: Preparing,
  operation: OperationId,
  orders: readonly PaidOrder[],
  account: MakeContext,
): Promise<string | undefined> {
  if (operation !== 'refund') return undefined;
  const settle = (settling: Settling | Waiting) =>
    whyUnsettled(orders, settling, target, () =>
      service.send('query', envelope(account), { caseName: 'until it is settled' }),
    );
  if (!hopes.refundsCaptured && target.capture !== 'manual')
    return hopes.refundsWait && settle(hopes.refundsWait);
  const needing: Sender = {
    width: 1,
    send: async (...request) => service.need(await service.send(...request)),
  };
  const port = portOf(needing, { asGenerated: true, caseName: 'before the refund' });
  await captureOrders(port, orders, { context: account, seed: service.seed });
  const settling = hopes.settling('capture');
  const unsettled = settling && (await settle(settling));
  return unsettled ?? (hopes.refundsWait && settle(hopes.refundsWait));
}
