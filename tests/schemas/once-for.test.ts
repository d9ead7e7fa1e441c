import { expect, test } from 'vitest';
import { onceFor } from '../../schemas/once-for.ts';

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
