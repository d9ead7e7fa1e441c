import type { MakeContext } from '../../../generators/context.ts';
import type { PaymentsWanted } from '../../../generators/situations.ts';
import { defined } from '../../../schemas/defined.ts';

/** What the opening found out about card payments. */
export interface Payer {
  plain(operation: 'direct-payment'): MakeContext;
  shapeOf(operation: 'direct-payment'): 'full' | 'minimal';
}

/**
 * Card payments in ASCII for an account, in the shape that the opening saw accepted; of any amount, unless the service
 * takes only whole amounts or parts are to be refunded (`divisible`).
 */
export function paymentsFor(
  service: Payer,
  account: MakeContext,
  seed: number,
  count: number,
  wanted?: 'divisible',
): PaymentsWanted {
  const { amounts } = service.plain('direct-payment');
  const plain = { ...account, letters: 'plain' } as const;
  const context =
    amounts === 'whole' || wanted === 'divisible' ? { ...plain, ...defined({ amounts }) } : plain;
  return { context, seed, count, shape: service.shapeOf('direct-payment') };
}
