import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { playwright, runIn, small } from '../e2e/command.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { writeTarget } from '../e2e/target-files.ts';

removeFolders();

test('a limit leaves the tests that show most, whatever it cuts off', async () => {
  const folder = makeFolder();
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const TARGET = writeTarget(folder, mock.url, { limits: { requests: 40 } });
  const ended = await playwright(folder, ['-g', '@refund(?=\\s|$)', '--workers', '1'], { ...small, TARGET });
  expect(ended.status, ended.text).toBe(3);
  const { exchanges } = readEvidence(runIn(folder));
  expect(exchanges.length).toBeLessThanOrEqual(40);
  const first = exchanges.filter(({ origin }) => origin.file !== undefined).map(({ origin }) => origin.test);
  expect(new Set(first).size).toBeGreaterThan(2);
});
