import type { MakeContext } from '../../generators/context.ts';
import type { JsonObject } from '../../schemas/types.ts';

/** The unsigned body of the two searches: merchant and account (4.4, 4.10). */
export function envelope({ merchant_id, account_id }: MakeContext): JsonObject {
  return { merchant_id, account_id };
}
