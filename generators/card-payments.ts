import type { Card } from '../schemas/types.ts';
import { type MakeContext, withinRange } from './context.ts';
import { drawRequest } from './drawn.ts';
import type { RequestCase, Shape } from './request.ts';
import { deriveSeed } from './seed.ts';
import { formatCents, payable, scaledTo } from './values/money.ts';

/** Maximum number of cards that are tried. */
const most = 20;

// Without other cards, an approved card shows at least how the service answers it.
function cardsOf({ cards, otherCards = [] }: MakeContext): readonly Card[] {
  return otherCards.length > 0 ? otherCards.slice(0, most) : cards.slice(0, 1);
}

/** A valid card payment (4.1) with each card that the operator says is declined or challenged. */
export function paymentsByOtherCards(
  context: MakeContext,
  shape: Shape,
  seed: number,
): readonly RequestCase[] {
  return cardsOf(context).map((card, at) => {
    const made = drawRequest(
      'direct-payment',
      { ...context, cards: [card] },
      shape,
      deriveSeed(seed, 'card', String(at)),
    );
    return { ...made, name: `card ${at + 1}` };
  });
}

function paymentOf(cents: bigint, name: string, context: MakeContext, seed: number): RequestCase {
  const made = drawRequest('direct-payment', context, 'minimal', seed);
  const currency = String(made.body.currency);
  const amount = formatCents(withinRange(payable(scaledTo(cents, currency), currency), currency, context));
  return { ...made, body: { ...made.body, amount }, name };
}

/** A valid card payment of an amount that single-precision floating point cannot hold exactly. */
export function largePayment(context: MakeContext, seed: number): RequestCase {
  return paymentOf(1_234_567n, 'large amount', context, seed);
}

/** A valid card payment of a few cents, in a currency that has them if the account takes one. */
export function smallPayment(context: MakeContext, seed: number): RequestCase {
  const { currencies: taken = ['EUR', 'USD'] } = context;
  const currencies = taken.filter((code) => scaledTo(1n, code) === 1n);
  return paymentOf(7n, 'small amount', currencies.length > 0 ? { ...context, currencies } : context, seed);
}
