import type { MakeContext } from '../../../generators/context.ts';
import type { PaymentsWanted } from '../../../generators/situations.ts';
import { given } from '../../../schemas/given.ts';

/** What the opening found out about card payments. */
export interface Payer {
  plain(operation: 'direct-payment'): MakeContext;
  shapeOf(operation: 'direct-payment'): 'full' | 'minimal';
}

/**
 * Card payments in ASCII for an account as the opening saw them accepted; of any amount, the smallest included, unless only
 * whole ones are taken or parts of them are to be refunded.
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
  const context = amounts === 'whole' || wanted === 'divisible' ? { ...plain, ...given({ amounts }) } : plain;
  return { context, seed, count, shape: service.shapeOf('direct-payment') };
}
