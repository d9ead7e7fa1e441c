import type { MakeContext } from './context.ts';
import type { RequestCase } from './request.ts';
import { deriveSeed } from './seed.ts';
import { drawPayments, type PaymentsWanted } from './situations.ts';
import { currencyClasses, drawOf } from './value-classes.ts';

/** Currencies that are paid in much, with none, two and three digits after the dot; others follow them in turn. */
const most = [
  ...['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'AUD', 'CAD', 'CHF'],
  ...['HKD', 'SEK', 'KRW', 'INR', 'MXN', 'BRL', 'CLP', 'KWD'],
];

/** How many currencies a test meets: these and some others, others for each seed. */
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

/** Card payments in many currencies, one each: in those of the merchant where the target names them. */
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
  // A currency that the target fixes is everyone's.
  return [...new Map(payments.map((made) => [made.body.currency, made])).values()];
}
