import type { MakeContext } from './context.ts';
import { drawRequest } from './drawn.ts';
import type { RequestCase, Shape } from './request.ts';
import { deriveSeed } from './seed.ts';
import { drawPayments, type PaymentsWanted } from './situations.ts';
import { currencyClasses, drawOf } from './value-classes.ts';
import { exchanged } from './values/rates.ts';

/** Currencies of a payout if the merchant names none. */
const usual = ['EUR', 'USD'] as const;

/** A valid payout (4.11) with different source and payment currencies, unless the merchant fixes them. */
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

/** Common currencies with zero, two and three fraction digits. */
const most = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'CHF', 'KRW', 'KWD'];

/** Number of currencies in a test: the common ones and a few others that the seed chooses. */
const many = most.length + 4;

function codesOf({ currencies }: MakeContext, seed: number): readonly string[] {
  if (currencies !== undefined) return currencies;
  const [anyOf] = currencyClasses();
  const own = `currencies ${seed}`;
  const others = Array.from({ length: many }, (_none, at) =>
    String(anyOf?.make(drawOf((seed % 1009) + at, own, own))),
  );
  return [...new Set([...most, ...others])];
}

/** Card payments in many currencies, one each; only those of the merchant if the target names them. */
export function paymentsInCurrencies(wanted: Omit<PaymentsWanted, 'count'>): readonly RequestCase[] {
  const { context, seed } = wanted;
  const payments = codesOf(context, seed)
    .slice(0, many)
    .flatMap((code) =>
      drawPayments({
        ...wanted,
        context: { ...context, currencies: [code] },
        seed: deriveSeed(seed, code),
        count: 1,
      }),
    );
  // If the target fixes the currency, all payments have the same one.
  return [...new Map(payments.map((made) => [made.body.currency, made])).values()];
}
