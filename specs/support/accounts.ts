import type { MakeContext } from '../../generators/context.ts';
import { drawRequest } from '../../generators/drawn.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { clientWith, partyOf, payOrders } from '../../generators/situations.ts';
import { isBatch } from '../../schemas/operations.ts';
import { skipReasons } from '../../schemas/skip-reasons.ts';
import type { DocumentedOperationId, OperationId } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';
import { paymentsFor } from './orders/payments-for.ts';
import { subscribe } from './orders/subscribe.ts';
import type { Sendable } from './sendable.ts';
import type { Service } from './service.ts';

// Each account, and each further attempt after a request that came too soon, has its own order numbers.
function seedOf({ seed }: Service, attempt = 0): number {
  const own = deriveSeed(seed, 'other account');
  return attempt === 0 ? own : deriveSeed(own, `attempt ${attempt}`);
}

/** The context of the merchant's second account; skips the test when the target file names none. */
export function otherAccount(service: Service, { settings }: Harness): MakeContext {
  const { otherAccountId } = settings.target.merchant;
  if (otherAccountId === undefined)
    return service.cannot(`${skipReasons.secondAccount} (merchant.otherAccountId)`);
  return { ...service.context, account_id: otherAccountId };
}

/** Makes accepted card payments under another account for an operation, or skips the test. */
export async function payAs(
  service: Service,
  account: MakeContext,
  count: number,
  operation: OperationId = 'direct-payment',
  attempt = 0,
): Promise<readonly PaidOrder[]> {
  const client = clientWith(service, { asGenerated: true });
  return service.prepared(operation, account, async (round) => {
    const own = seedOf(service, attempt);
    const seed = round === 0 ? own : deriveSeed(own, `round of orders ${round}`);
    const { paid, refusal } = await payOrders(client, paymentsFor(service, account, seed, count));
    if (refusal !== undefined)
      service.lacks(refusal, `the second account accepted ${paid.length} of ${count} card payments`);
    return paid;
  });
}

/** A valid body of an operation for another account, to be sent as generated; each attempt has a new one. */
export async function bodyAs(
  service: Service,
  operation: DocumentedOperationId,
  account: MakeContext,
  attempt: number,
): Promise<Sendable> {
  const seed = seedOf(service, attempt);
  if (isBatch(operation))
    return batchOf(operation, await payAs(service, account, 1, operation, attempt), account, seed);
  if (operation === 'cancel-subscription')
    return { ...partyOf(account), ...(await subscribe(service, account, attempt)) };
  const { account_id } = account;
  return drawRequest(
    operation,
    { ...service.plain(operation), account_id },
    service.shapeOf(operation),
    seed,
  );
}
