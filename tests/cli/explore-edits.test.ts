import { describe, expect, test } from 'vitest';
import { applyEdits, editsBetween, parseEdit } from '../../cli/explore/replay-file.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { complaintOf } from '../targets/target-folder.ts';

const body: JsonObject = {
  amount: '1.00',
  refund_orders: [
    { order_no: 'A', amount: '1.00' },
    { order_no: 'B', amount: '2.00' },
  ],
};

const edited = (...edits: string[]) => applyEdits(body, edits.map(parseEdit));

describe('applyEdits', () => {
  test('changes a member inside an entry and leaves the rest', () => {
    expect(edited('refund_orders[1].amount=x')).toEqual({
      amount: '1.00',
      refund_orders: [
        { order_no: 'A', amount: '1.00' },
        { order_no: 'B', amount: 'x' },
      ],
    });
    expect(body.refund_orders).toHaveLength(2);
  });
  test('takes a value that parses as JSON as what it is', () => {
    const values = ['12.5', 'true', 'null', '"12.5"', '""', '{"a":[1]}', '12.5 EUR', '01', 'a=b'];
    expect(values.map((text) => edited(`amount=${text}`).amount)).toEqual([
      12.5,
      true,
      null,
      '12.5',
      '',
      { a: [1] },
      '12.5 EUR',
      '01',
      'a=b',
    ]);
  });
  test('removes a member or an entry when nothing follows', () => {
    expect(edited('amount=')).not.toHaveProperty('amount');
    expect(edited('refund_orders[0]=').refund_orders).toEqual([{ order_no: 'B', amount: '2.00' }]);
  });
  test('adds members, objects around them and one further entry', () => {
    expect(edited('subscription.interval=day', 'refund_orders[2].order_no=C', 'list[0]=1')).toMatchObject({
      subscription: { interval: 'day' },
      refund_orders: [{}, {}, { order_no: 'C' }],
      list: [1],
    });
  });
  test('makes a plain member of a name that objects inherit', () => {
    const changed = edited('__proto__.polluted=1');
    expect(Object.hasOwn(changed, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  test('says which edit leads nowhere', () => {
    const complain = (text: string) => complaintOf(() => edited(text));
    expect(complain('refund_orders[5].amount=1')).toContain('2 entries, so there is no [5]');
    expect(complain('refund_order=')).toContain('Did you mean "refund_orders"?');
    expect(complain('amount.cents=1')).toContain('not an object');
    expect(complain('amount[0]=1')).toContain('not an array');
  });
});

test('refuses what is no edit, with an example', () => {
  for (const text of ['amount', '=1', '[0]=1', '.amount=1', 'a..b=1', 'a.=1', 'a[x]=1', 'a[0]b=1', '']) {
    expect(() => parseEdit(text), text).toThrow(ConfigurationError);
  }
});

test('finds the edits that lead from one body to another', () => {
  const changes = ['amount=12', 'refund_orders[1].amount=', 'refund_orders[0].note="x"', 'note={"a":1}'];
  const after = edited(...changes);
  expect(applyEdits(body, editsBetween(body, after).map(parseEdit))).toEqual(after);
  expect(editsBetween(body, body)).toEqual([]);
  expect(editsBetween(body, edited('refund_orders[0]='))).toEqual([
    'refund_orders=[{"order_no":"B","amount":"2.00"}]',
  ]);
});
