import { expect, test, vi } from 'vitest';
import { explore } from '../../cli/investigate/explore.ts';
import { generate } from '../../cli/investigate/generate.ts';
import { clauseOf } from '../../schemas/clauses.ts';
import { runCommand } from './command.ts';

async function printed(...words: string[]): Promise<readonly string[]> {
  const pieces: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    pieces.push(String(text));
    return true;
  });
  try {
    await runCommand(generate, ['generate', ...words]);
  } finally {
    write.mockRestore();
  }
  return pieces.join('').split('\n').filter(Boolean);
}

test('equal seeds print equal requests, other seeds others', async () => {
  const words = ['refund', '--kind', 'boundary', '--seed'];
  const first = await printed(...words, '1');
  expect(first.length).toBeGreaterThan(50);
  expect(await printed(...words, '1')).toEqual(first);
  expect(await printed(...words, '2')).not.toEqual(first);
});

test('each single fault names the clause that it breaks', async () => {
  const rows = (await printed('payout', '--kind', 'fault')).map((line) => JSON.parse(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(clauseOf(row.breaks ?? row.clause).obliged).toBe('caller');
});

test('nothing is expected of transactions and subscriptions that are made up', async () => {
  const expected = async (...words: string[]) =>
    (await printed(...words)).map((line) => JSON.parse(line).expectation);
  const made = 'open: the transactions are made up';
  for (const operation of ['capture', 'review', 'cancel', 'refund'])
    expect(await expected(operation, '--count', '2')).toEqual([made, made]);
  expect(await expected('cancel-subscription')).toEqual(['open: the subscription is made up']);
  expect(await expected('query')).toEqual(['accepted']);
  expect(new Set(await expected('capture', '--kind', 'boundary'))).toEqual(
    new Set([made, 'refused', 'not-shown']),
  );
});

test('a command is printed under what is expected of its request', async () => {
  const lines = await printed('query', '--kind', 'fault', '--count', '1', '--curl');
  expect(lines[0]).toMatch(
    /^# query · fault · merchant_id\/.* · 2\.1\/request\/merchant_id\/string · not-shown · breaks /,
  );
  expect(lines[1]).toMatch(/^curl -sS -X POST "\$BASE_URL\/v1\//);
});

test('count bounds what is printed', async () => {
  expect(await printed('query', '--count', '3')).toHaveLength(3);
});

test('an unknown operation is answered with the nearest one', async () => {
  await expect(runCommand(generate, ['generate', 'payuot'])).rejects.toThrow('Did you mean "payout"?');
});

test('a seed that is no number is refused', async () => {
  const words = ['generate', 'refund', '--seed', '-1'];
  await expect(runCommand(generate, words)).rejects.toThrow('--seed must be an integer from 0');
});

test.each([
  [generate, ['generate', 'refund', '--body', 'x', '--count', '2'], '--count has no effect on what --body'],
  [explore, ['explore', '--operation', 'refund'], '--operation has no effect on the page'],
])('an option without effect is refused: %#', async (subcommand, words, says) => {
  await expect(runCommand(subcommand, words)).rejects.toThrow(says);
});
