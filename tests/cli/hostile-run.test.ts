import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withPractice } from '../../cli/run/practice-runs.ts';
import type { RunOptions } from '../../cli/run/run-options.ts';
import { callerSecrets } from '../../mock/hostile/proven/hostile.ts';

test('a command gets a hostile service as somebody would describe it in a target file', async () => {
  let target = '';
  const status = await withPractice({ hostile: 'silence', runs: '3' }, async (options: RunOptions) => {
    target = options.target ?? '';
    const file = JSON.parse(readFileSync(target, 'utf8'));
    expect(file).toMatchObject({
      environment: 'sandbox',
      name: 'hostile silence',
      limits: { timeoutMs: 500 },
    });
    expect(JSON.stringify(file)).not.toContain(callerSecrets.header);
    expect(options).toMatchObject({ runs: '3', operation: 'refund-search' });
    expect(options.hostile).toBeUndefined();
    expect(Object.values(options.variables ?? {})).toEqual([callerSecrets.key, callerSecrets.header]);
    return 7;
  });
  expect(status).toBe(7);
  expect(existsSync(target)).toBe(false);
});

test('the operations that the caller names go before those of the service', async () => {
  const seen = await withPractice(
    { hostile: 'silence', operation: 'query' },
    async ({ operation }: RunOptions) => (operation === 'query' ? 1 : 0),
  );
  expect(seen).toBe(1);
});

test('a name that nobody has is refused', async () => {
  await expect(withPractice({ hostile: 'nobody' }, async () => 0)).rejects.toThrow(
    'no hostile service is called "nobody"',
  );
});
