import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { FieldValues, MakeContext } from '../context.ts';

function oneOf(ways: readonly FieldValues[] = [], salt: number): FieldValues {
  return ways[salt % ways.length] ?? {};
}

/** The values that the merchant says for a request: those of one method or payout that works, then the fixed ones. */
export function knownValues(
  operation: DocumentedOperationId,
  { fixed, apmMethods, payouts }: MakeContext,
  salt: number,
): FieldValues {
  return {
    ...(operation === 'apm-payment' ? oneOf(apmMethods, salt) : {}),
    ...(operation === 'payout' ? oneOf(payouts, salt) : {}),
    ...fixed?.[operation],
  };
}
