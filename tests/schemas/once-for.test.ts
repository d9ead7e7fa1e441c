import { expect, test } from 'vitest';
import { onceFor, onceForText } from '../../schemas/once-for.ts';

test('what is made for an object is made once, nothing too', () => {
  const asked: object[] = [];
  const lengthOf = onceFor((list: readonly string[]) => {
    asked.push(list);
    return list.length === 0 ? undefined : list.length;
  });
  const [empty, one, other] = [[], ['a'], ['a']];
  for (const _ of [1, 2]) expect([empty, one, other].map(lengthOf)).toEqual([undefined, 1, 1]);
  expect(asked).toEqual([empty, one, other]);
});

test('what is made for a text is made once, and forgotten when there are too many', () => {
  const asked: string[] = [];
  const numberOf = onceForText((text) => {
    asked.push(text);
    return /^\d+$/.test(text) ? Number(text) : undefined;
  });
  for (const _ of [1, 2]) expect(['7', 'x', '7'].map(numberOf)).toEqual([7, undefined, 7]);
  expect(asked).toEqual(['7', 'x']);
  // Long ones are made each time.
  const long = '1'.repeat(300);
  for (const _ of [1, 2]) expect(numberOf(long)).toBe(Number(long));
  expect(asked).toEqual(['7', 'x', long, long]);
  for (let at = 0; at < 5000; at += 1) numberOf(`n${at}`);
  numberOf('7');
  expect(asked.filter((text) => text === '7')).toHaveLength(2);
});
