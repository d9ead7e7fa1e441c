import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { testName } from '../../schemas/source-name.ts';
import { conformance, root } from '../e2e/command.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { runInside } from './run-inside.ts';

removeFolders();
const { quick, next }: Readonly<Record<'quick' | 'next', readonly string[]>> = JSON.parse(
  readFileSync(join(root, 'specs', 'first-tests.json'), 'utf8'),
);

/** The tests that sent something in a run. */
function testsIn(out: string): readonly string[] {
  const { exchanges } = readEvidence(out);
  return [
    ...new Set(exchanges.flatMap(({ origin: { file, test } }) => (file ? [testName(file, test)] : []))),
  ];
}

test('profile quick sends 300 requests at most, by the first tests alone, and says so', async () => {
  const out = makeFolder();
  const { result, run } = await runInside({ profile: 'quick', out });
  expect(result).toMatch(/^conformant/);
  expect(run.choices.only).toContain('the tests that show most for their requests');
  expect(readEvidence(out).exchanges.length).toBeLessThanOrEqual(300);
  expect([...testsIn(out)].sort()).toEqual([...quick].sort());
});

// The runner begins with these tests; in this process they come in the order of their files.
test('a limit leaves the tests that show most, whatever it cuts off', async () => {
  const out = makeFolder();
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const target = writeTarget(makeFolder(), mock.url, { limits: { requests: 25 } });
  const words = ['--operation', 'refund', '--seed', '7', '--workers', '1', '--skip-allure', '--out', out];
  const { status } = await conformance(['run', '--target', target, ...words]);
  expect(status).toBe(3);
  expect(readEvidence(out).exchanges.length).toBeLessThanOrEqual(25);
  expect(testsIn(out).length).toBeGreaterThan(3);
  expect(testsIn(out).filter((name) => ![...quick, ...next].includes(name))).toEqual([]);
});
