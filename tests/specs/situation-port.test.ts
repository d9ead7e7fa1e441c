import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { drawPayments } from '../../generators/situations.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { paymentsFor, portOf } from '../../specs/support/situation-port.ts';

/** A service of a test that answers with a status, judged as unclear. */
const answering = (status: number, headers = {}) => ({
  width: 1,
  send: async () =>
    ({
      exchange: {
        operation: 'direct-payment',
        sent: { value: {} },
        received: { kind: 'answer', status, headers, body: Buffer.from('slow down') },
      },
      judgement: { operation: 'direct-payment', outcome: 'unclear', findings: [] },
    }) as unknown as JudgedExchange,
});

test.each([
  [429, {}, 'refused'],
  [503, { 'retry-after': '1' }, 'refused'],
  [503, {}, 'refused'],
  [500, {}, 'unclear'],
])('a payment of a situation that is answered %i with %o is %s', async (status, headers, outcome) => {
  expect((await portOf(answering(status, headers)).send('direct-payment', {})).outcome).toBe(outcome);
});

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

test('payments that nothing divides are of any amount, the smallest included', () => {
  const amounts = amountsOf('usual');
  expect(Math.min(...amounts)).toBe(0.01);
  expect(Math.max(...amounts)).toBeGreaterThan(1000);
});
