import { expect, test } from 'vitest';
import { orderOf, subscriptionOf } from '../../generators/situations.ts';

const body = { order_no: 'r1-a', currency: 'EUR', amount: '12.34', subscription: { contract_name: 'club' } };
const answer = { order_no: 'r1-a', transaction_id: 'T1', recurring_id: 'R1' };

test('an accepted payment gives the order that was sent, with its transaction', () => {
  expect(orderOf(body, { outcome: 'accepted', answer: { ...answer, amount: '99.00' } })).toEqual({
    transaction_id: 'T1',
    order_no: 'r1-a',
    currency: 'EUR',
    amount: '12.34',
  });
});

test.each([
  ['was refused', 'refused', answer],
  ['names no transaction', 'accepted', { ...answer, transaction_id: '' }],
  ["speaks of somebody else's order", 'accepted', { ...answer, order_no: 'VICTIM-1' }],
] as const)('a payment that %s gives no order', (_what, outcome, said) => {
  expect(orderOf(body, { outcome, answer: said })).toBeUndefined();
});

test('a subscription has the contract that was sent where the answer names none', () => {
  expect(subscriptionOf(body, { outcome: 'accepted', answer })).toEqual({
    recurring_id: 'R1',
    contract_name: 'club',
  });
  expect(subscriptionOf({}, { outcome: 'accepted', answer })).toBeUndefined();
});
