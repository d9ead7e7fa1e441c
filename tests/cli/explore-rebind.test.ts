import { expect, test } from 'vitest';
import { rebind } from '../../cli/explore/rebind.ts';

const order = (id: string, amount = '1.00') => ({ transaction_id: `T${id}`, order_no: id, amount });
const shown = { merchant_id: 'M', orders: [order('a'), order('b', '2.00')] };
const bound = { merchant_id: 'M', orders: [order('x', '7.00'), order('y', '8.00')] };
const after = (...orders: readonly object[]) => rebind({ ...shown, orders } as never, shown, bound).orders;

test('what was not edited becomes the paid order', () => {
  expect(rebind(shown, shown, bound)).toEqual(bound);
});

test('an edit stays, beside the values of the paid order', () => {
  expect(after({ ...order('a'), amount: '9' }, order('b', '2.00'))).toEqual([
    { ...order('x', '7.00'), amount: '9' },
    order('y', '8.00'),
  ]);
  expect(after({ ...order('a'), order_no: 'mine' })).toEqual([{ ...order('x', '7.00'), order_no: 'mine' }]);
});

test('entries that were moved, repeated or taken out keep their orders', () => {
  expect(after(order('b', '2.00'))).toEqual([order('y', '8.00')]);
  expect(after(order('b', '2.00'), order('a'), order('b', '2.00'))).toEqual([
    order('y', '8.00'),
    order('x', '7.00'),
    order('y', '8.00'),
  ]);
});

test('what the request did not have before stays as it is', () => {
  expect(after(order('a'), order('b', '2.00'), order('new'))).toEqual([
    order('x', '7.00'),
    order('y', '8.00'),
    order('new'),
  ]);
  expect(rebind({ more: 1 }, shown, bound)).toEqual({ more: 1 });
});
