import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { testName } from '../../schemas/source-name.ts';
import { conformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

test('profile quick sends 300 requests at most, by the first tests alone, and says so', async () => {
  const out = makeFolder();
  const words = ['run', '--profile', 'quick', '--seed', '7', '--skip-allure', '--out', out];
  const { status, stdout } = await conformance(words);
  expect(status).toBe(0);
  expect(stdout).toContain('partial: only the tests that show most for their requests');
  const { exchanges } = readEvidence(out);
  expect(exchanges.length).toBeLessThanOrEqual(300);
  const sent = new Set(
    exchanges.flatMap(({ origin: { file, test } }) => (file ? [testName(file, test)] : [])),
  );
  const first = JSON.parse(readFileSync(join('specs', 'first-tests.json'), 'utf8'));
  expect([...sent].sort()).toEqual([...first].sort());
});
