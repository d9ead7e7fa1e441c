import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leanAnswer, leanJson } from '../../reports/evidence/lean-answer.ts';
import type { JsonValue } from '../../schemas/types.ts';

const name = fc.constantFrom('orders_list', 'order_no', 'amount', 'respon', 'my_status', 'odd', '__proto__');
const text = fc.oneof(fc.string(), fc.constantFrom('x'.repeat(300), 'y'.repeat(301), 'z'.repeat(40_000)));
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, 0, 1.5),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.uniqueArray(fc.tuple(name, tie('value')), { selector: ([one]) => one }).map(Object.fromEntries),
  ),
}));

test('a JSON answer is as lean as any other', () => {
  fc.assert(
    fc.property(value, (answer) => {
      expect(leanJson(answer)).toStrictEqual(leanAnswer(answer));
    }),
    { numRuns: 1000 },
  );
  const long = { orders_list: Array.from({ length: 251 }, () => ({ amount: '1' })) };
  expect(leanJson(long)).toEqual(leanAnswer(long));
});

test('a JSON answer of which nothing is let go is kept as it is', () => {
  const answer = { orders_list: [{ order_no: '1', amount: '1.00' }] };
  expect(leanJson(answer)).toBe(answer);
});
