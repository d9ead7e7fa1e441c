import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeTemporary, sweepTemporary } from '../../cli/temporary-folder.ts';
import { emptyFolder } from './command.ts';

/** An own folder for temporary files. */
function ownTemporary(): string {
  const folder = emptyFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

/** The name that a process with this number would have given. */
function withOwner(name: string, change: (parts: string[]) => void): string {
  const parts = name.split('-');
  change(parts);
  return parts.join('-');
}

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('a temporary folder is for its owner alone and names its process', () => {
  const all = ownTemporary();
  const folder = makeTemporary('run');
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(basename(folder)).toMatch(
    new RegExp(`^conformance-run-[0-9a-z]+-${process.pid.toString(36)}-[0-9a-z]+-\\w{6}$`),
  );
  expect(readdirSync(all)).toHaveLength(1);
});

test('the folders of dead processes are swept with what is in them', () => {
  const all = ownTemporary();
  const mine = makeTemporary('run');
  const dead = withOwner(mine, (parts) => parts.splice(-3, 1, deadPid().toString(36)));
  mkdirSync(join(dead, 'profile'), { recursive: true });
  writeFileSync(join(dead, 'profile', 'socket'), '');
  // A later process has the same number.
  const reused = withOwner(mine, (parts) => parts.splice(-2, 1, '1'));
  mkdirSync(reused);
  sweepTemporary();
  expect(readdirSync(all)).toEqual([basename(mine)]);
});

test('what is of others is not swept', () => {
  const all = ownTemporary();
  const mine = makeTemporary('run');
  const dead = withOwner(mine, (parts) => parts.splice(-3, 1, deadPid().toString(36)));
  // Numbers of processes mean nothing in another container.
  const elsewhere = withOwner(dead, (parts) => parts.splice(-4, 1, '2s'));
  mkdirSync(elsewhere);
  const kept = join(all, 'conformance-of-somebody');
  mkdirSync(kept);
  const precious = emptyFolder();
  symlinkSync(precious, dead);
  writeFileSync(join(precious, 'mine'), '');
  sweepTemporary();
  expect([elsewhere, kept, join(precious, 'mine')].map((path) => existsSync(path))).toEqual([
    true,
    true,
    true,
  ]);
  rmSync(mine, { recursive: true });
});

test('a place for temporary files that is not there is named with its variable', () => {
  vi.stubEnv('TMPDIR', '/nowhere/tmp');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => sweepTemporary()).not.toThrow();
  expect(() => makeTemporary('run')).toThrow(
    'No temporary folder can be made in /nowhere/tmp (ENOENT); the variable TMPDIR names another place.',
  );
});
