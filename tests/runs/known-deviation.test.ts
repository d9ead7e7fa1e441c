import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../e2e/command.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { runInside } from './run-inside.ts';

removeFolders();

const row = {
  clause: '2.9/refund_reference_id/shape',
  operation: 'refund',
  reason: 'repaired with the next release',
  owner: 'payments',
  expires: '2999-12-31',
};

test('a deviation that is known ends no property before its last case', async () => {
  const folder = makeFolder();
  const plain = JSON.parse(readFileSync(join(root, 'targets/mock.json'), 'utf8'));
  writeFileSync(join(folder, 'deviations.json'), JSON.stringify({ deviations: [row] }));
  writeFileSync(
    join(folder, 'target.json'),
    JSON.stringify({ ...plain, $schema: undefined, deviations: 'deviations.json' }),
  );
  const { run, result, exitCode } = await runInside({
    ...{ operations: ['refund'], grep: 'conforms for any batch of paid orders', runs: '9' },
    ...{ fault: 'refund-reference-id-three-digits', target: join(folder, 'target.json') },
    out: join(folder, 'out'),
  });
  expect([run.operations.refund?.exchanges, result, exitCode]).toEqual([9, 'non-conformant', 0]);
});
