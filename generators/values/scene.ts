import fc from 'fast-check';
import type { Card, DocumentedOperationId, FieldValues } from '../../schemas/types.ts';
import { amountCaps, type MakeContext, publishedCards, withinRange } from '../context.ts';
import type { Shape } from '../request.ts';
import { locales } from './locales.ts';
import { larger, parseCents, payable, scaledTo, smaller, wholeUnits } from './money.ts';
import { localeOf, numberIn, type Persona, personaOf } from './persona.ts';

/** What all fields of a message have in common: persons, card, amount and currencies. */
export interface Scene {
  readonly operation: DocumentedOperationId;
  readonly context: MakeContext;
  readonly shape: Shape;
  /** Drawn on first use, as a batch of orders has no person. */
  readonly persona: Persona;
  /** Returns a second person, from a country of the source currency: the payer of a payout. */
  readonly partner: () => Persona;
  readonly card: Card;
  readonly currency: string;
  /** The source currency of a payout; for a third of them not the payment currency. */
  readonly sourceCurrency: string;
  /** The amount of the order in cents, at least 1. */
  readonly total: bigint;
  /** Values that the merchant gives, by field. */
  readonly known: FieldValues;
  /** Distinguishes requests of different draws; never shrinks. */
  readonly salt: number;
  /** True if the orders of a batch are added later; until then its entries have distinct numbers only. */
  readonly lacksOrders: boolean;
}

/** The sample value of `entity_type` (2.13). */
export const companyType = 'COMPANY';

const usual = { min: 100n, max: 99_999n };
const longest = { min: 10n ** 12n, max: 10n ** 17n };

/** Amounts in cents from 1.00 to 3000.00, evenly distributed by logarithm. */
const plausibleCents = fc
  .noBias(fc.nat({ max: 99_999 }))
  .map((draw) => BigInt(Math.floor(100 * Math.exp((draw / 99_999) * Math.log(3_000)))));

function totals(shape: Shape, context: MakeContext): fc.Arbitrary<bigint> {
  if (context.amounts !== undefined) return fc.bigInt(usual);
  return shape === 'long' ? fc.bigInt(longest) : plausibleCents;
}

/** The drawn amount, adapted to the currency and the limits of the target. */
function totalIn(currency: string, drawn: bigint, shape: Shape, context: MakeContext): bigint {
  const believed = context.amounts === undefined && shape !== 'long' ? scaledTo(drawn, currency) : drawn;
  const caps = amountCaps(context);
  // Undiscounted totals and prices in dollars stay within the limit as well: both are less than twice the amount.
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

/** The source currency: another one for a third of the payouts, unless the merchant fixes it. */
function sourceOf(number: number, currency: string, known: FieldValues, context: MakeContext): string {
  if (known.source_currency !== undefined) return String(known.source_currency);
  const turn = Math.floor(number / locales.length);
  if (context.payouts !== undefined || turn % 3 !== 1) return currency;
  const all = context.currencies ?? locales.map((locale) => locale.currency);
  const others = all.filter((code) => code !== currency);
  return others[turn % others.length] ?? currency;
}

/** True if a party of a payout is a company and not a person: as the merchant says, else for every other scene. */
export function isCompany({ known, salt }: Pick<Scene, 'known' | 'salt'>, party: string): boolean {
  const said = (name: string) => known[`${party}.${name}`];
  const type = said('entity_type');
  if (type !== undefined) return type === companyType;
  if (said('company_name') !== undefined) return true;
  return said('date_of_birth') === undefined && salt % 2 === 1;
}

/** Draws the scene of a message; shrinks towards the first locale, the first card and a small total. */
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

/** The values that the merchant gives for a request: those of a working method or payout, then the fixed ones. */
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
