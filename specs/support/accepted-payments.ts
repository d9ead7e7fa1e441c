import type { Arbitrary } from 'fast-check';
import { amountCaps, type MakeContext } from '../../generators/context.ts';
import type { RequestCase } from '../../generators/request.ts';
import { validRequest } from '../../generators/valid.ts';

/** Card payments in the shape that the service accepts, as small as minimal ones, so that a full batch keeps to the limits. */
export function acceptedPayments(context: MakeContext, shape: 'full' | 'minimal'): Arbitrary<RequestCase> {
  const caps = amountCaps(context);
  if (shape === 'minimal' || caps === undefined) return validRequest('direct-payment', context, shape);
  const amountLimit = (Number(caps.entry) / 100).toFixed(2);
  return validRequest('direct-payment', { ...context, amountLimit }, shape);
}
