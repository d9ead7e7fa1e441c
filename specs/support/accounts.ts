import type { MakeContext } from '../../generators/context.ts';
import type { PaidOrder } from '../../generators/orders.ts';
import { paidOrder } from '../../generators/paid-order.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { leftOut } from '../../schemas/left-out.ts';
import type { Harness } from './harness.ts';
import type { Service } from './service.ts';

/** The merchant's second account; the test is skipped where the target names none. */
export function otherAccount(service: Service, { settings }: Harness): MakeContext {
  const { otherAccountId } = settings.target.merchant;
  if (otherAccountId === undefined)
    return service.cannot(`${leftOut.secondAccount} (merchant.otherAccountId)`);
  return { ...service.context, account_id: otherAccountId };
}

/** Makes accepted card payments under another account; the test is skipped when one of them is not accepted. */
export async function payAs(service: Service, account: MakeContext, count: number): Promise<PaidOrder[]> {
  const seed = deriveSeed(service.seed, 'other account');
  const cases = sample(validRequest('direct-payment', account, 'minimal'), seed, count);
  const judged = await service.sendAll('direct-payment', cases, { asGenerated: true });
  return judged.flatMap((one) => paidOrder(service.need(one)) ?? []);
}
