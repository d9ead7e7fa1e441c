import type { Card } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import { drawRequest } from './drawn.ts';
import type { RequestCase, Shape } from './request.ts';
import { deriveSeed } from './seed.ts';
import { formatCents, inUnits, payable } from './values/money.ts';

/** Most cards that are tried, whatever a target names. */
const most = 20;

// Where the operator names no others, one that is approved says at least how the service answers it.
function cardsOf({ cards, otherCards = [] }: MakeContext): readonly Card[] {
  return otherCards.length > 0 ? otherCards.slice(0, most) : cards.slice(0, 1);
}

/** A valid card payment (4.1) with each card of which the operator says that it is declined or challenged. */
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

/** A valid card payment of an amount that loses digits on its way through a number of single precision. */
export function largePayment(context: MakeContext, seed: number): RequestCase {
  const made = drawRequest('direct-payment', context, 'minimal', seed);
  const currency = String(made.body.currency);
  const amount = formatCents(payable(inUnits(1_234_567n, currency), currency));
  return { ...made, body: { ...made.body, amount }, name: 'large amount' };
}
