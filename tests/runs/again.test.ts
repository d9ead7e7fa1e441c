import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../reports/statement/format.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { startRecording } from '../e2e/recording-service.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { runInside } from './run-inside.ts';

removeFolders();

test('a service that remembers the last run with this seed conforms again', async () => {
  const folder = makeFolder();
  const service = await startRecording();
  // Without a key nothing is signed, and the robustness of the recording service is its own.
  // A slow answer of a busy machine is no difference between two runs.
  const target = writeTarget(folder, service.url);
  const run = (out: string) =>
    runInside({
      operations: ['query', 'refund'],
      grep: 'as documented|shape|one result entry|any batch',
      target,
      out: join(folder, out),
    });
  const [first, second] = [await run('first'), await run('second')];
  await service.close();
  expect(first.run.exchanges).toBeGreaterThan(30);
  expect(second.run.runId).not.toBe(first.run.runId);
  const deviating = ({ findingGroups }: Statement) =>
    findingGroups.map(({ clause, operation }) => `${clause} ${operation}`);
  expect(deviating(second)).toEqual(deviating(first));
});
