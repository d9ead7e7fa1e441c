import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../reports/statement/format.ts';
import { conformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

test('a service that remembers the last run with this seed conforms again', async () => {
  const folder = makeFolder();
  const service = await startRecording();
  // Without a key nothing is signed, and the robustness of the recording service is its own.
  // A slow answer of a busy machine is no difference between two runs.
  const target = writeTarget(folder, service.url);
  const run = async (out: string): Promise<Statement> => {
    const words = ['run', '--seed', '7', '--runs', '1', '--workers', '1', '--operation', 'query,refund'];
    await conformance([
      ...words,
      '--skip-allure',
      '--grep',
      'as documented|shape|one result entry|any batch',
      '--target',
      target,
      '--out',
      join(folder, out),
    ]);
    return JSON.parse(readFileSync(join(folder, out, 'conformance.json'), 'utf8'));
  };
  const [first, second] = [await run('first'), await run('second')];
  await service.close();
  expect(first.run.exchanges).toBeGreaterThan(30);
  expect(second.run.runId).not.toBe(first.run.runId);
  const deviating = ({ findingGroups }: Statement) =>
    findingGroups.map(({ clause, operation }) => `${clause} ${operation}`);
  expect(deviating(second)).toEqual(deviating(first));
});
