import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../targets/loopback.ts';
import { conformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

test('plan rehearses without a request to the target', async () => {
  let calls = 0;
  const { url } = await listen((_, answer) => {
    calls += 1;
    answer.end();
  });
  const file = join(makeFolder(), 'target.json');
  writeFileSync(
    file,
    JSON.stringify({
      name: 'real',
      environment: 'sandbox',
      baseUrl: url,
      merchant: { merchant_id: 'M7', account_id: 'A7' },
      signing: { recipe: 'hmac-sha256', key: { env: 'A_KEY_NOBODY_SET' } },
      limits: { requests: 3, timeoutMs: 100 },
    }),
  );
  const words = ['plan', '--target', file, '--operation', 'query', '--runs', '1', '--seed', '5'];
  const { status, stdout, stderr } = await conformance([...words, '--json']);
  const told = JSON.parse(stdout);
  expect(stderr).toBe('');
  expect([status, calls]).toEqual([0, 0]);
  expect(told).toMatchObject({ seed: 5, runs: 1, selected: ['query'], allow: ['reads'], moved: [] });
  expect(Object.keys(told.byEffect)).toEqual(['reads']);
  expect(told.notRun[0].reason).toContain('effect not allowed by the target: moves-money');
  expect(told.wouldNotStart).toContain('A_KEY_NOBODY_SET');
  expect(told.tests.some(({ requests }: { requests: number }) => requests > 0)).toBe(true);
  // One rehearsal, which no limit held back, says what they have to be.
  expect(told.requests).toBeGreaterThan(3);
  expect(told.enough.tooLow).toEqual([{ limit: 'requests', is: 3, needed: told.requests }]);
  expect(told.notRun.every(({ reason }: { reason: string }) => !reason.includes('limits.requests'))).toBe(
    true,
  );
});
