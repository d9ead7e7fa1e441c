import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { drawPayments } from '../../generators/situations.ts';
import { paymentsFor } from '../../specs/support/orders/payments-for.ts';

const amountsOf = (taken: 'usual' | 'whole', wanted?: 'divisible') => {
  const payer = { plain: () => ({ ...defaultContext, amounts: taken }), shapeOf: () => 'minimal' as const };
  const currencies = ['EUR', 'USD'];
  const account = { ...defaultContext, currencies };
  const drawn = drawPayments(paymentsFor(payer, account, 7, 200, wanted));
  return drawn.map(({ body }) => Number(body.amount));
};

test('payments of which parts are to be refunded are of one unit at least', () => {
  expect(Math.min(...amountsOf('usual', 'divisible'))).toBeGreaterThanOrEqual(1);
  expect(Math.min(...amountsOf('whole', 'divisible'))).toBeGreaterThanOrEqual(1);
});

test('payments that nothing divides are of ordinary amounts, small and large', () => {
  const amounts = amountsOf('usual');
  expect(Math.min(...amounts)).toBeLessThan(2);
  expect(Math.max(...amounts)).toBeGreaterThan(1000);
});
