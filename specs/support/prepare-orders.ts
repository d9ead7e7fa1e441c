import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { captureOrders } from '../../generators/situations.ts';
import type { Hopes } from '../../opening/hopes.ts';
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
 * or its merchant says so. Returns why nothing can be told where a capture does not settle.
 */
export async function prepareOrders(
  { service, hopes, target }: Preparing,
  operation: OperationId,
  orders: readonly PaidOrder[],
  account: MakeContext,
): Promise<string | undefined> {
  if (operation !== 'refund' || !(hopes.refundsCaptured || target.capture === 'manual')) return undefined;
  const needing: Sender = {
    width: 1,
    send: async (...request) => service.need(await service.send(...request)),
  };
  const port = portOf(needing, { asGenerated: true, caseName: 'before the refund' });
  await captureOrders(port, orders, { context: account, seed: service.seed });
  const settling = hopes.settling('capture');
  if (settling === undefined) return undefined;
  return whyUnsettled(orders, settling, target, () =>
    service.send('query', envelope(account), { caseName: 'until it is settled' }),
  );
}
