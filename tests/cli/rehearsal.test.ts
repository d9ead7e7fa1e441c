import { describe, expect, test } from 'vitest';
import { rehearsalLines } from '../../cli/project/rehearsal-reporter.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import type { JsonObject, OperationId } from '../../schemas/types.ts';
import { limitsOf } from '../../targets/file/limits.ts';

const limits = limitsOf({ environment: 'sandbox', limits: { requestsPerSecond: 2 } });
const exchange = (operation: OperationId, value: JsonObject) =>
  ({ operation, sent: { value } }) as unknown as EvidenceExchange;

const paid = { currency: 'USD', amount: '4.50' };
const refunds = {
  refund_orders: [
    { ...paid, refund_amount: '1.25' },
    { ...paid, refund_amount: '0.25' },
  ],
};
const sent = [
  exchange('direct-payment', paid),
  exchange('refund', refunds),
  exchange('refund', { refund_orders: [{ ...paid, refund_amount: '9' }] }),
  exchange('query', paid),
  exchange('cancel', { cancel_orders: [paid] }),
];
const linesOf = (...more: Parameters<typeof rehearsalLines>) =>
  rehearsalLines(...more).map((line) => line.replaceAll(/ {2,}/g, '  '));

describe('a rehearsal', () => {
  const lines = linesOf(sent, { name: 'sandbox', limits }, ['requests', 'requests']);

  test('prints requests and amounts by operation and effect', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'operation  effect  requests  amounts',
        'direct-payment  moves-money  1  4.50',
        'refund  moves-money  2  10.50',
        'query  reads  1  0.00',
        'cancel  irreversible  1  0.00',
        'all  moves-money  3  15.00',
        'all  reads  1  0.00',
      ]),
    );
  });

  test('holds them against the limits of the target', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'limits.requests  5 of 500',
        'limits.amountPerRequest  9.00 of 10',
        'limits.amountTotal  15.00 of 100',
        'limits.requests ended or left out 2 tests',
        'at the pace of the target at least 3 seconds',
      ]),
    );
    const free = limitsOf({ environment: 'embedded' });
    expect(linesOf(sent, { name: 'x', limits: free })).toContain('limits.requests  5, without a limit');
  });

  test('counts payouts apart, since nothing undoes them', () => {
    const payout = exchange('payout', { payment_currency: 'EUR', payment_amount: '7' });
    const told = linesOf([...sent, payout], { name: 'sandbox', limits });
    expect(told).toContain('1 payout, which nothing undoes: 7.00');
    expect(lines.some((line) => line.includes('nothing undoes'))).toBe(false);
  });

  test('says last that nothing was sent to the target', () => {
    expect(lines.at(-1)).toBe('Rehearsed with the embedded endpoint: nothing was sent to sandbox.');
  });
});
