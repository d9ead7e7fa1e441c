import { expect, test } from 'vitest';
import { applyEdits, parseEdit } from '../../cli/explore/edits.ts';
import { intentOf } from '../../cli/explore/intent.ts';
import { maskBody, unmaskBody } from '../../cli/explore/masked-body.ts';
import { defaultContext } from '../../generators/context.ts';
import { batchOf, unknownOrders } from '../../generators/orders.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';

const refund = batchOf('refund', unknownOrders(2, 5), defaultContext, 5);
const payment = sampleOne(validRequest('direct-payment', defaultContext, 'full'), 5);
const intentAfter = (edit: string) => intentOf(refund, applyEdits(refund.body, [parseEdit(edit)]));

test('takes an ordinary edit for a right request', () => {
  const edits = [
    'refund_orders[0].refund_amount="0.50"',
    'refund_orders[1].order_no=ORDER-9',
    'refund_orders[1]=',
  ];
  expect(edits.map(intentAfter)).toEqual(['valid', 'valid', 'valid']);
  expect(intentOf(refund, refund.body)).toBe('valid');
});

test('takes an edit that a service may refuse as a whole for an odd request', () => {
  const edits = [
    'refund_orders[0].amount=12',
    'refund_orders[0].amount="0.001"',
    'refund_orders[0].amount="0.00"',
    'refund_orders[0].order_no=""',
    `refund_orders[0].order_no=${'x'.repeat(80)}`,
    'refund_orders[0].refund_reason=日本',
    'merchant_id=200002',
    'encryption_data=00',
    'unheard_of=1',
  ];
  expect(edits.map(intentAfter)).toEqual(edits.map(() => 'odd'));
});

test('puts masked secrets back where they were left alone', () => {
  const masked = maskBody(payment.body);
  expect(JSON.stringify(masked)).not.toContain(String(payment.body.card));
  expect(unmaskBody(masked, payment.body)).toEqual(payment.body);
});

test('sends what was typed in the place of a masked secret', () => {
  const masked = { ...maskBody(payment.body), card: '4000000000000002', note: 'xxx' };
  expect(unmaskBody(masked, payment.body)).toEqual({
    ...payment.body,
    card: '4000000000000002',
    note: 'xxx',
  });
});
