import { given } from '../schemas/given.ts';
import { currencyCodes } from './merchant-knowledge.ts';
import type { Settings } from './settings.ts';

/** What generated requests are made for, as the target file says: merchant, cards, addresses and the amount limit. */
export function requestContext({ target, runId }: Pick<Settings, 'target' | 'runId'>) {
  const { merchant, cards, limits, returnUrl, notify } = target;
  return {
    merchant_id: merchant.merchant_id,
    account_id: merchant.account_id,
    prefix: runId,
    cards,
    ...(Number.isFinite(limits.amountPerRequest) ? { amountLimit: limits.amountPerRequest.toFixed(2) } : {}),
    ...given({ currencies: currencyCodes(target), returnUrl, notifyUrl: notify?.url }),
  };
}
