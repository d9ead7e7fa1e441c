import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { leftOut } from '../../schemas/left-out.ts';
import type { OperationId } from '../../schemas/types.ts';
import { payFor } from './accepted-payments.ts';
import type { Harness } from './harness.ts';
import type { Service } from './service.ts';

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
  const { paid, refusal } = await payFor(service, account, seed, count, { asGenerated: true });
  if (refusal !== undefined) service.need(refusal);
  await service.prepare(operation, paid, account);
  return paid;
}
