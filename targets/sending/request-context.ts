import { defined } from '../../schemas/defined.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { FieldValues } from '../../schemas/types.ts';
import { charactersOf, currencyCodes, documentedNames } from '../file/merchant-knowledge.ts';
import type { Currency } from '../file/target-keys.ts';
import type { Settings } from '../settings.ts';
import type { Target } from '../target.ts';

/** The context of generated requests: merchant, cards, addresses, limits and the merchant's own facts. */
export function requestContext({ target, runId, day }: Pick<Settings, 'target' | 'runId' | 'day'>) {
  const { merchant, cards, limits, returnUrl, notify, subscription } = target;
  const approving = cards.filter(({ outcome = 'approve' }) => outcome === 'approve');
  const others = cards.filter((card) => !approving.includes(card));
  return {
    merchant_id: merchant.merchant_id,
    account_id: merchant.account_id,
    prefix: runId,
    day,
    // Without an approved card, still only the operator's cards are sent.
    cards: approving.length > 0 ? approving : cards,
    ...(others.length > 0 ? { otherCards: others } : {}),
    ...(Number.isFinite(limits.amountPerRequest) ? { amountLimit: limits.amountPerRequest.toFixed(2) } : {}),
    ...defined({ currencies: currencyCodes(target), returnUrl, notifyUrl: notify?.url }),
    ...defined({
      ranges: rangesOf(target),
      fixed: fixedOf(target),
      orderNumbers: orderNumbersOf(target),
      apmMethods: target.apmMethods?.map(({ fields, ...method }): FieldValues => ({ ...method, ...fields })),
      payouts: target.payouts?.map(({ fields, ...corridor }): FieldValues => ({ ...corridor, ...fields })),
      refunds: target.refunds,
      subscription,
    }),
  };
}

function rangesOf({
  currencies = [],
}: Target): Readonly<Record<string, Omit<Currency, 'currency'>>> | undefined {
  const bounded = currencies.filter(
    ({ smallest, largest }) => smallest !== undefined || largest !== undefined,
  );
  if (bounded.length === 0) return undefined;
  return Object.fromEntries(bounded.map(({ currency, ...range }) => [currency, range]));
}

function fixedOf({ fixed }: Target): Readonly<Record<string, FieldValues>> | undefined {
  if (fixed === undefined) return undefined;
  const everywhere = Object.entries(fixed['*'] ?? {});
  return Object.fromEntries(
    documentedOperations.map(({ id }) => {
      const names = new Set(documentedNames(id));
      const shared = Object.fromEntries(everywhere.filter(([name]) => names.has(name)));
      return [id, { ...shared, ...fixed[id] }];
    }),
  );
}

function orderNumbersOf({ orderNumbers }: Target) {
  if (orderNumbers === undefined) return undefined;
  const { longest, prefix } = orderNumbers;
  return { characters: charactersOf(orderNumbers), ...defined({ longest, prefix }) };
}
