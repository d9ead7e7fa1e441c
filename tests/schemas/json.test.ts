import { describe, expect, test } from 'vitest';
import { changeAt, pathOf, pointerSteps, valueAt } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';

const body: JsonObject = { orders: [{ amount: '1' }, { amount: '2' }], note: 'n' };

describe('a place of a value', () => {
  test('is written with dots, indexes and any entry', () => {
    expect(pathOf(['orders', 1, 'amount'])).toBe('orders[1].amount');
    expect(pathOf(['orders', '[]', 'amount'])).toBe('orders[].amount');
  });

  test('is read from a pointer, its escapes undone once', () => {
    expect(pointerSteps('')).toEqual([]);
    expect(pointerSteps('/a~1b/~01')).toEqual(['a/b', '~1']);
  });

  test('is looked up among own members only', () => {
    expect(valueAt(body, ['orders', 0, 'amount'])).toBe('1');
    expect(valueAt(body, ['constructor'])).toBeUndefined();
    expect(valueAt(body, ['note', 'length'])).toBeUndefined();
  });
});

describe('a change at a place', () => {
  test('keeps the order of members and shares the rest', () => {
    const changed = changeAt(body, ['orders', 1, 'amount'], () => '3');
    expect(JSON.stringify(changed)).toBe('{"orders":[{"amount":"1"},{"amount":"3"}],"note":"n"}');
    expect(valueAt(changed, ['orders', 0])).toBe(valueAt(body, ['orders', 0]));
  });

  test('reaches every entry, arrays among them', () => {
    expect(changeAt([[1], [2]], ['[]', 0], () => 5)).toEqual([[5], [5]]);
    expect(changeAt([[1], [2]], ['[]'], (old) => old)).toEqual([[1], [2]]);
  });

  test('takes a member or an entry away', () => {
    expect(changeAt(body, ['note'], () => undefined)).toEqual({ orders: body.orders });
    expect(changeAt(body, ['orders', 0], () => undefined)).toEqual({ ...body, orders: [{ amount: '2' }] });
  });

  test('changes nothing where the way does not exist', () => {
    expect(changeAt(body, ['none', 'amount'], () => '3')).toEqual(body);
    expect(changeAt('text', ['none'], () => '3')).toBe('text');
  });

  test('may add the last member of the way', () => {
    expect(changeAt({ a: {} }, ['a', 'b'], (old) => (old === undefined ? 1 : 2))).toEqual({ a: { b: 1 } });
  });
});
