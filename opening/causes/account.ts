import type { Suspicion } from '../case.ts';
import { alikeWords, blameOf } from './party.ts';

/** The service answers our request exactly as it answers an unknown account of our merchant. */
export const account: Suspicion = {
  kind: 'account',
  async explain(one) {
    const blame = await blameOf(one);
    if (blame?.party !== 'account') return undefined;
    const { account_id, merchant_id } = one.target.merchant;
    return {
      key: 'merchant.account_id',
      says: `the service does not know the account ${account_id} of merchant ${merchant_id}`,
      comparedWith: alikeWords(blame.alike),
      advice: 'Look at merchant.account_id.',
    };
  },
};
