import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../reports/statement/format.ts';
import { operationOf } from '../../schemas/operations.ts';
import { conformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

test('a target that allows only reads is sent nothing else, and told why', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const service = await startRecording();
  const target = writeTarget(folder, service.url, { allow: ['reads'] });
  const ended = await conformance([
    'run',
    '--seed',
    '7',
    '--runs',
    '1',
    '--workers',
    '1',
    '--skip-allure',
    '--verbose',
    '--target',
    target,
    '--out',
    out,
  ]);
  await service.close();

  const reads = [operationOf('query').path, operationOf('refund-search').path];
  const paths = service.requests.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(40);
  // Calls of paths that do not exist stand beside those of the reads.
  expect(paths.filter((path) => !reads.some((read) => path.startsWith(read)))).toEqual([]);

  const statement: Statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(Object.keys(statement.run.operations).sort()).toEqual(['query', 'refund-search']);
  const judged = statement.clauses.filter(({ operation }) => operation === 'refund');
  expect(
    new Set(judged.filter(({ evidence }) => evidence !== 'silent').map(({ verdict }) => verdict)),
  ).toEqual(new Set(['not-tested']));
  expect(ended.stdout).toContain('refund (effect not allowed by the target: moves-money (refund))');
  expect(ended.status).toBe(statement.exitCode);
});
