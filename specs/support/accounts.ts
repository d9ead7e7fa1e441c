import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { payOrders } from '../../generators/situations.ts';
import { leftOut } from '../../schemas/left-out.ts';
import type { OperationId } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';
import type { Service } from './service.ts';
import { paymentsFor, portOf } from './situation-port.ts';

/** The merchant's second account; the test is skipped where the target names none. */
export function otherAccount(service: Service, { settings }: Harness): MakeContext {
  const { otherAccountId } = settings.target.merchant;
  if (otherAccountId === undefined)
    return service.cannot(`${leftOut.secondAccount} (merchant.otherAccountId)`);
  return { ...service.context, account_id: otherAccountId };
}

/** Makes accepted card payments under another account, as an operation over them needs them; the test is skipped when one is not accepted. */
export async function payAs(
  service: Service,
  account: MakeContext,
  count: number,
  operation: OperationId = 'direct-payment',
): Promise<readonly PaidOrder[]> {
  const seed = deriveSeed(service.seed, 'other account');
  const port = portOf(service, { asGenerated: true });
  const { paid, refusal } = await payOrders(port, paymentsFor(service, account, seed, count));
  if (refusal !== undefined) service.need(refusal.judged);
  await service.prepare(operation, paid, account);
  return paid;
}
