import fc from 'fast-check';
import type { Card, DocumentedOperationId, FieldValues } from '../../schemas/types.ts';
import { amountCaps, type MakeContext, publishedCards, withinRange } from '../context.ts';
import type { Shape } from '../request.ts';
import { locales } from './locales.ts';
import { inUnits, larger, parseCents, payable, smaller, wholeUnits } from './money.ts';
import { localeOf, numberIn, type Persona, personaOf } from './persona.ts';

/** What all fields of one message agree on: who, with which card, how much, for whom. */
export interface Scene {
  readonly operation: DocumentedOperationId;
  readonly context: MakeContext;
  readonly shape: Shape;
  /** Drawn when a field first asks for it: a batch of orders names no person. */
  readonly persona: Persona;
  /** A second person, of a country of the source currency: the payer of a payout. */
  readonly partner: () => Persona;
  readonly card: Card;
  readonly currency: string;
  /** What a payout is paid from; a third of them from another currency than it is paid in. */
  readonly sourceCurrency: string;
  /** Cents of the order, at least 1. */
  readonly total: bigint;
  /** Values that the merchant says, by field. */
  readonly known: FieldValues;
  /** Tells requests of different draws apart; never shrinks. */
  readonly salt: number;
  /** True while the orders of a batch are still to be put in: until then they are only told apart. */
  readonly lacksOrders: boolean;
}

const usual = { min: 100n, max: 99_999n };
const longest = { min: 10n ** 12n, max: 10n ** 17n };

/** As many small sums as large ones, from 1.00 to 3000.00: the logarithm is even. */
const believable = fc
  .noBias(fc.nat({ max: 99_999 }))
  .map((draw) => BigInt(Math.floor(100 * Math.exp((draw / 99_999) * Math.log(3_000)))));

function totals(shape: Shape, context: MakeContext): fc.Arbitrary<bigint> {
  if (context.amounts !== undefined) return fc.bigInt(usual);
  return shape === 'long' ? fc.bigInt(longest) : believable;
}

/** The sum of an order as drawn, in a currency and within what the target allows. */
function totalIn(currency: string, drawn: bigint, shape: Shape, context: MakeContext): bigint {
  const believed = context.amounts === undefined && shape !== 'long' ? inUnits(drawn, currency) : drawn;
  const caps = amountCaps(context);
  // What a discount is taken off, and prices in dollars, keep the limit as well: each is less than twice the amount.
  const cap = shape === 'minimal' ? caps?.entry : caps && larger(1n, caps.request / 2n);
  return withinRange(
    payable(cap === undefined ? believed : smaller(believed, cap), currency),
    currency,
    context,
  );
}

function currencyOf({ currencies = [] }: MakeContext, number: number): string {
  return currencies[number % currencies.length] ?? localeOf(number).currency;
}

/** Another currency for a third of the payouts, unless the merchant says what works. */
function sourceOf(number: number, currency: string, known: FieldValues, context: MakeContext): string {
  if (known.source_currency !== undefined) return String(known.source_currency);
  const turn = Math.floor(number / locales.length);
  if (context.payouts !== undefined || turn % 3 !== 1) return currency;
  const all = context.currencies ?? locales.map((locale) => locale.currency);
  const others = all.filter((code) => code !== currency);
  return others[turn % others.length] ?? currency;
}

/** Draws the scene of one message; shrinks towards the first locale, the first card and a small total. */
export function scenes(
  operation: DocumentedOperationId,
  context: MakeContext,
  shape: Shape,
  lacksOrders = false,
): fc.Arbitrary<Scene> {
  const cards = context.cards.length > 0 ? context.cards : publishedCards;
  return fc
    .tuple(
      fc.noBias(fc.nat({ max: 999_999 })),
      fc.nat({ max: cards.length - 1 }),
      totals(shape, context),
      fc.noShrink(fc.noBias(fc.maxSafeNat())),
    )
    .map(([number, cardIndex, drawn, salt]) => {
      const known = knownValues(operation, context, salt);
      const currency = String(known.currency ?? known.payment_currency ?? currencyOf(context, number));
      const sourceCurrency = sourceOf(number, currency, known, context);
      const country = String(known.billing_country ?? known['person.address_country'] ?? '');
      const total = totalIn(currency, drawn, shape, context);
      const wholeTotal = withinRange(wholeUnits(total), currency, context);
      let persona: Persona | undefined;
      return {
        operation,
        context,
        shape,
        get persona() {
          persona ??= personaOf(numberIn(currency, number, country));
          return persona;
        },
        partner: () => personaOf(numberIn(sourceCurrency, number + 1_000_000 * locales.length)),
        card: cards[cardIndex] as Card,
        currency,
        sourceCurrency,
        total: parseCents(String(known.amount)) ?? (context.amounts === 'whole' ? wholeTotal : total),
        known,
        salt,
        lacksOrders,
      };
    });
}

function oneOf(ways: readonly FieldValues[] = [], salt: number): FieldValues {
  return ways[salt % ways.length] ?? {};
}

/** The values that the merchant says for a request: those of one method or payout that works, then the fixed ones. */
function knownValues(
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
