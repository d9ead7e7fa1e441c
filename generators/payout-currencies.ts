import type { MakeContext } from './context.ts';
import { drawRequest } from './drawn.ts';
import type { RequestCase, Shape } from './request.ts';
import { exchanged } from './values/rates.ts';

/** Currencies of a payout where the merchant names none. */
const usual = ['EUR', 'USD'] as const;

/** A valid payout (4.11) whose source is in another currency than its payment, unless the merchant says which currencies work. */
export function payoutBetweenCurrencies(context: MakeContext, shape: Shape, seed: number): RequestCase {
  const made = drawRequest('payout', context, shape, seed);
  const { currencies = usual, payouts, fixed } = context;
  const { payment_currency = currencies[0] } = made.body;
  const other = currencies.find((code) => code !== payment_currency);
  const isSaid = payouts !== undefined || fixed?.payout?.source_currency !== undefined;
  if (other === undefined || payment_currency === undefined || isSaid) return made;
  const { payment_amount } = made.body;
  const source_amount = String(
    exchanged(BigInt(String(payment_amount ?? 1)), String(payment_currency), other),
  );
  return {
    ...made,
    body: {
      ...made.body,
      payment_currency,
      source_currency: other,
      ...(made.body.source_amount === undefined ? {} : { source_amount }),
    },
  };
}
