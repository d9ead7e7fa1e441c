import { expect, test } from 'vitest';
import { findCulprits } from '../../generators/covering.ts';

const group = Array.from({ length: 64 }, (_none, at) => at);

function counting(shows: (members: readonly number[]) => boolean, most = Number.POSITIVE_INFINITY) {
  const seen = { sent: 0 };
  const ask = async (members: readonly number[]) => {
    if (seen.sent >= most) return undefined;
    seen.sent += 1;
    return shows(members);
  };
  return { seen, ask };
}

test('finds each member that shows the trouble by itself', async () => {
  const { seen, ask } = counting((members) => members.includes(7) || members.includes(50));
  expect(await findCulprits(group, ask)).toEqual({ culprits: [7, 50], unclear: [] });
  expect(seen.sent).toBeLessThan(30);
});

test('tries likely members first, and what is left once', async () => {
  const { seen, ask } = counting((members) => members.includes(7));
  expect(await findCulprits(group, ask, [7])).toEqual({ culprits: [7], unclear: [] });
  expect(seen.sent).toBe(2);
});

test('leaves members unclear that show the trouble only together', async () => {
  const { ask } = counting((members) => members.includes(7) && members.includes(50));
  expect(await findCulprits(group, ask)).toEqual({ culprits: [], unclear: group });
});

test('leaves unclear what it may not send any more', async () => {
  const { seen, ask } = counting((members) => members.includes(7), 3);
  const { culprits, unclear } = await findCulprits(group, ask);
  expect(seen.sent).toBe(3);
  expect([...culprits, ...unclear]).toContain(7);
});
