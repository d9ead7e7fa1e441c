import { expect, test } from 'vitest';
import { documentedEdit, editsBetween, parseEdit } from '../../cli/explore/replay-file.ts';
import { complaintOf } from '../targets/target-folder.ts';

const body = { merchant_id: '1', refund_orders: [{ order_no: 'A', amount: '1.00', own: 1 }] };
const edit = (text: string) => documentedEdit(parseEdit(text), 'refund', body);

test('what is written for a documented text is text, as it was written', () => {
  expect(edit('refund_orders[0].amount=12.30').value).toBe('12.30');
  expect(edit('merchant_id=true').value).toBe('true');
  expect(edit('refund_orders[0].amount="7"').value).toBe('7');
});

test('JSON is sent as it stands after :=', () => {
  expect(edit('refund_orders[0].amount:=12.30').value).toBe(12.3);
  expect(edit('refund_orders[0].amounts:=1').value).toBe(1);
  expect(editsBetween(body, { ...body, merchant_id: 5 })).toEqual(['merchant_id:=5']);
});

test('an unknown name is refused with the nearest one', () => {
  const said = complaintOf(() => edit('refund_orders[0].amout=1'));
  expect(said).toContain('the request has no "amout" here. Did you mean "amount"?');
  expect(said).toContain('write := instead of =');
  expect(complaintOf(() => edit('refund_order[0].amount=1'))).toContain('Did you mean "refund_orders"?');
});

test('a member that the body has, and one that is removed, need no documentation', () => {
  expect(edit('refund_orders[0].own=2').value).toBe(2);
  expect(edit('refund_orders[0].other=').value).toBeUndefined();
});
