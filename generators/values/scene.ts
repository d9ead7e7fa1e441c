import fc from 'fast-check';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import {
  amountCaps,
  type FieldValues,
  type MakeContext,
  publishedCards,
  type TestCard,
  withinRange,
} from '../context.ts';
import type { Shape } from '../request.ts';
import { knownValues } from './known-values.ts';
import { locales } from './locales.ts';
import { parseCents, payable, smaller, wholeUnits } from './money.ts';
import { localeOf, type Persona, personaOf } from './persona.ts';

/** What all fields of one message agree on: who, with which card, how much, for whom. */
export interface Scene {
  readonly operation: DocumentedOperationId;
  readonly context: MakeContext;
  readonly shape: Shape;
  /** Drawn when a field first asks for it: a batch of orders names no person. */
  readonly persona: Persona;
  /** A second person of the same country: the payer of a payout. */
  readonly partner: () => Persona;
  readonly card: TestCard;
  readonly currency: string;
  /** Cents of the order, at least 1. */
  readonly total: bigint;
  /** Values that the merchant says, by field. */
  readonly known: FieldValues;
  /** Tells requests of different draws apart; never shrinks. */
  readonly salt: number;
  /** True while the orders of a batch are still to be put in: until then they are only told apart. */
  readonly lacksOrders: boolean;
}

const smallest = 1n;
const usual = { min: 100n, max: 99_999n };
const large = { min: 100_000n, max: 999_999_999_999n };
const longest = { min: 10n ** 12n, max: 10n ** 17n };

function totals(shape: Shape, context: MakeContext): fc.Arbitrary<bigint> {
  const drawn =
    context.amounts !== undefined
      ? fc.bigInt(usual)
      : shape === 'long'
        ? fc.bigInt(longest)
        : fc.oneof(
            { arbitrary: fc.bigInt(usual), weight: 6 },
            { arbitrary: fc.constant(smallest), weight: 1 },
            { arbitrary: fc.bigInt(large), weight: 1 },
          );
  const caps = amountCaps(context);
  const cap = shape === 'minimal' ? caps?.entry : caps?.request;
  return cap === undefined ? drawn : drawn.map((cents) => smaller(cents, cap));
}

function currencyOf({ currencies = [] }: MakeContext, number: number): string {
  return currencies[number % currencies.length] ?? localeOf(number).currency;
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
      const currency = String(known.currency ?? currencyOf(context, number));
      const total = withinRange(payable(drawn, currency), currency, context);
      const wholeTotal = withinRange(wholeUnits(total), currency, context);
      let persona: Persona | undefined;
      return {
        operation,
        context,
        shape,
        get persona() {
          persona ??= personaOf(number);
          return persona;
        },
        partner: () => personaOf(number + 1_000_000 * locales.length),
        card: cards[cardIndex] as TestCard,
        currency,
        total: parseCents(String(known.amount)) ?? (context.amounts === 'whole' ? wholeTotal : total),
        known,
        salt,
        lacksOrders,
      };
    });
}
