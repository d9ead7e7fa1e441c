import type { Suspicion } from '../case.ts';
import { alikeWords, blameOf } from './party.ts';

/** The service answers our request exactly as it answers an unknown merchant. */
export const merchant: Suspicion = {
  kind: 'merchant',
  async explain(one) {
    const blame = await blameOf(one);
    if (blame?.party !== 'merchant') return undefined;
    return {
      key: 'merchant.merchant_id',
      says: `the service does not know the merchant ${one.target.merchant.merchant_id}`,
      comparedWith: alikeWords(blame.alike),
      advice: 'Look at merchant.merchant_id, and whether it belongs to this environment.',
    };
  },
};
