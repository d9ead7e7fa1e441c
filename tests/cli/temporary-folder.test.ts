import { readdirSync, statSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeTemporary, removeFolder } from '../../cli/temporary-folder.ts';
import { emptyFolder } from './command.ts';

test('a temporary folder is for its owner alone', () => {
  const all = emptyFolder();
  vi.stubEnv('TMPDIR', all);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = makeTemporary('run');
  expect(statSync(folder).mode & 0o077).toBe(0);
  removeFolder(folder);
  expect(readdirSync(all)).toEqual([]);
});

test('a place for temporary files that is not there is named with its variable', () => {
  vi.stubEnv('TMPDIR', '/nowhere/tmp');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => makeTemporary('run')).toThrow(
    'No temporary folder can be made in /nowhere/tmp (ENOENT); the variable TMPDIR names another place.',
  );
});
