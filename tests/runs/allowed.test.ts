import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationOf } from '../../schemas/operations.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { startRecording } from '../e2e/recording-service.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { runInside } from './run-inside.ts';

removeFolders();

test('a target that allows only reads is sent nothing else, and told why', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startRecording();
  const target = writeTarget(folder, service.url, { allow: ['reads'] });
  const statement = await runInside({ target, out });
  await service.close();

  const reads = [operationOf('query').path, operationOf('refund-search').path];
  const paths = service.requests.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(40);
  // Calls of paths that do not exist stand beside those of the reads.
  expect(paths.filter((path) => !reads.some((read) => path.startsWith(read)))).toEqual([]);

  expect(Object.keys(statement.run.operations).sort()).toEqual(['query', 'refund-search']);
  const judged = statement.clauses.filter(({ operation }) => operation === 'refund');
  expect(
    new Set(judged.filter(({ evidence }) => evidence !== 'silent').map(({ verdict }) => verdict)),
  ).toEqual(new Set(['not-tested']));
  expect(statement.skipped).toContainEqual(
    expect.objectContaining({ reason: 'effect not allowed by the target: moves-money (refund)' }),
  );
});
