import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../reports/statement/format.ts';
import { conformance, root } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

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
  const out = join(folder, 'out');
  const grep = ['--skip-opening', '--skip-allure', '--grep', 'conforms for any batch of paid orders'];
  const run = ['run', '--seed', '7', '--runs', '9', '--operation', 'refund', '--out', out, ...grep];
  const fault = ['--fault', 'refund-reference-id-three-digits'];
  const ended = await conformance([...run, ...fault, '--target', join(folder, 'target.json')]);
  const statement: Statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(statement.run.operations.refund?.exchanges, ended.text).toBe(9);
  expect(statement.result).toBe('non-conformant');
  expect(ended.status).toBe(0);
});
