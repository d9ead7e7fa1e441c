import { describe, expect, test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { paymentsByOtherCards } from '../../generators/card-payments.ts';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { orderNumberFrom } from '../../generators/order-number.ts';
import { unknownOrders } from '../../generators/orders.ts';
import type { Shape } from '../../generators/request.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { passesLuhn } from '../../schemas/luhn.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { loadTarget } from '../../targets/target.ts';

const bodies = (
  operation: DocumentedOperationId,
  knowledge: Partial<MakeContext>,
  shape: Shape = 'any',
): JsonObject[] =>
  sample(validRequest(operation, { ...defaultContext, ...knowledge }, shape), 4, 40).map(({ body }) => body);

describe('what the merchant knows', () => {
  test('changes no request of a target that says nothing of it', () => {
    const target = loadTarget('targets/mock.json', {});
    const { cards, merchant } = target;
    const { merchant_id, account_id } = merchant;
    const context = requestContext({ target, runId: 'R1', day: '2030-06-03' });
    const [approved, otherCards] = [cards.slice(0, 6), cards.slice(6)];
    expect(otherCards.map(({ outcome }) => outcome)).toEqual(['decline', 'decline']);
    const day = '2030-06-03';
    expect(context).toEqual({ merchant_id, account_id, prefix: 'R1', day, cards: approved, otherCards });
    expect(bodies('direct-payment', {})).toEqual(
      bodies('direct-payment', { fixed: {}, ranges: {}, apmMethods: [], payouts: [] }),
    );
  });

  test('stands in every allowed request, of any shape', () => {
    const fixed = { 'direct-payment': { website: 'own.example', shipping: '0.07' } };
    for (const shape of ['any', 'minimal', 'full', 'long'] as const)
      for (const body of bodies('direct-payment', { fixed }, shape))
        expect(body).toMatchObject({ website: 'own.example', shipping: '0.07' });
  });

  test('makes no order number of digits that could be the number of a card', () => {
    const orderNumbers = { characters: [...'0123456789'], longest: 16 };
    const numbers = Array.from({ length: 300 }, (_, at) =>
      orderNumberFrom({ prefix: 'R1', orderNumbers }, String(at)),
    );
    expect(new Set(numbers).size).toBe(300);
    expect(numbers.filter(passesLuhn)).toEqual([]);
  });

  test('counts in the totals', () => {
    const fixed = { 'direct-payment': { shipping: '0.07', amount: '20.00', currency: 'USD' } };
    for (const body of bodies('direct-payment', { fixed }, 'full')) {
      expect(body).toMatchObject({ amount: '20.00', currency: 'USD' });
      const [items, tax, handling, insurance, discount, off] = [
        'item_total',
        'tax_total',
        'handling',
        'insurance',
        'discount',
        'shipping_discount',
      ].map((name) => Math.round(Number(body[name]) * 100)) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      expect(items + tax + handling + insurance + 7 - discount - off).toBe(2000);
    }
  });

  test('is left alone by boundaries except in the field that they are about', () => {
    const fixed = { 'direct-payment': { website: 'own.example' } };
    const made = boundaries('direct-payment', { ...defaultContext, fixed }, 2);
    const others = made.filter(({ body }) => body.website !== 'own.example');
    expect(others.length).toBeGreaterThan(0);
    expect(new Set(others.map(({ at }) => at))).toEqual(new Set(['website', 'request']));
  });

  test('reaches nested members and the entries of a batch', () => {
    const payouts = [
      {
        payment_currency: 'BRL',
        source_currency: 'USD',
        payment_method: 'LOCAL',
        'beneficiary.address.country_code': 'BR',
      },
      { payment_currency: 'EUR', source_currency: 'EUR', payment_method: 'SWIFT' },
    ];
    const made = bodies('payout', { payouts }, 'full');
    expect(new Set(made.map(({ payment_method }) => payment_method))).toEqual(new Set(['LOCAL', 'SWIFT']));
    for (const body of made.filter(({ payment_method }) => payment_method === 'LOCAL'))
      expect(body).toMatchObject({
        payment_currency: 'BRL',
        source_currency: 'USD',
        beneficiary: { address: { country_code: 'BR' } },
      });
    for (const { refund_orders } of bodies('refund', { fixed: { refund: { refund_reason: 'returned' } } }))
      for (const entry of refund_orders as JsonObject[]) expect(entry.refund_reason).toBe('returned');
  });

  test('chooses the method of a payment and the members of a subscription', () => {
    const apmMethods = [{ payment_method: 'BOLETO', document: '123' }];
    for (const body of bodies('apm-payment', { apmMethods }, 'minimal'))
      expect(body).toMatchObject({ payment_method: 'BOLETO', document: '123' });
    for (const body of bodies('direct-payment', { subscription: { interval: 'month' } }))
      if (body.subscription !== undefined) expect(body.subscription).toMatchObject({ interval: 'month' });
  });

  test('bounds the amounts of payments, entries and orders nobody knows', () => {
    const knowledge = {
      currencies: ['EUR'],
      ranges: { EUR: { smallest: '20', largest: '30.00' } },
      amountLimit: '1000.00',
    };
    const amounts = [
      ...bodies('direct-payment', knowledge),
      ...bodies('capture', knowledge).flatMap(({ capture_orders }) => capture_orders as JsonObject[]),
      ...unknownOrders(5, 1, { ...defaultContext, ...knowledge }),
    ].map(({ amount }) => Number(amount));
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...amounts)).toBeLessThanOrEqual(30);
  });

  test('writes order numbers in the alphabet, each order its own', () => {
    const orderNumbers = { characters: [...'0123456789'], longest: 16, prefix: '77' };
    const numbers = [
      ...bodies('direct-payment', { orderNumbers }).map(({ order_no }) => String(order_no)),
      ...unknownOrders(40, 1, { ...defaultContext, orderNumbers }).map(({ order_no }) => order_no),
      ...Array.from({ length: 2000 }, (_none, at) =>
        orderNumberFrom({ prefix: 'R', orderNumbers }, `R-${at}`),
      ),
    ];
    expect(numbers.filter((one) => !/^77\d{14}$/.test(one))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(orderNumberFrom({ prefix: 'R', orderNumbers }, 'R-1')).not.toBe(
      orderNumberFrom({ prefix: 'S', orderNumbers }, 'R-1'),
    );
  });

  test('pays with the cards that are approved alone', () => {
    const target = loadTarget('targets/mock.json', {});
    const [first, second] = defaultContext.cards;
    if (first === undefined || second === undefined) throw new Error('two cards are published');
    const declined = { ...first, outcome: 'decline' as const };
    const cardsOf = (cards: typeof target.cards) =>
      requestContext({ target: { ...target, cards }, runId: 'R', day: '2030-06-03' }).cards;
    expect(cardsOf([declined, second])).toEqual([second]);
    expect(cardsOf([declined])).toEqual([declined]);
  });

  test('pays once with each card that is declined or challenged', () => {
    const target = loadTarget('targets/mock.json', {});
    const [approved, second, third] = defaultContext.cards;
    if (approved === undefined || second === undefined || third === undefined)
      throw new Error('three cards are published');
    const paidWith = (cards: typeof target.cards) =>
      paymentsByOtherCards(
        requestContext({ target: { ...target, cards }, runId: 'R', day: '2030-06-03' }),
        'minimal',
        1,
      ).map(({ body }) => body.card);
    const others = [
      { ...second, outcome: 'decline' as const },
      { ...third, outcome: 'challenge' as const },
    ];
    expect(paidWith([approved, ...others])).toEqual([second.card, third.card]);
    expect(paidWith([approved])).toEqual([approved.card]);
  });
});
